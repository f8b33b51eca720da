/** Public functions of the target room. */
export { readGoals, readPeriod, weeksBefore } from './month.service.ts'
export type { TargetNumbers } from './month.service.ts'
