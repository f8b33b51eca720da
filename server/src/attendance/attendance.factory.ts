/** Lets tests of other rooms run the start of the working hours. */
export { settleDays } from './remind.job.ts'
