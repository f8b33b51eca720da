export { listAbsent } from './attendance.repository.ts'
