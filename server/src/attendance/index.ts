/** Public functions of the attendance room. */
export { listAtWork, mapAtWork } from './at-work.service.ts'
export { listAbsent, listDays, listDaysOff } from './attendance.repository.ts'
export { sumSigns } from './sums.repository.ts'
