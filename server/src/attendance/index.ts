/** What other rooms may use of attendance. */
export { listAbsent, listDays } from './attendance.repository.ts'
export { sumSigns } from './sums.repository.ts'
