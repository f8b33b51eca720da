/** For tests of other rooms: the beginning of the hours. */
export { settleDays } from './remind.job.ts'
