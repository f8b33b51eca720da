/** Public functions of the attendance room. */
export { listAbsent, listDays } from './attendance.repository.ts'
export { sumSigns } from './sums.repository.ts'
