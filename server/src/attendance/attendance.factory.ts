/** Lets tests of other rooms run the start of the working hours. */
export { closeDays } from './remind.job.ts'
