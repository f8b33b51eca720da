/** Public functions of the target room. */
export { readGoals, readPeriod, weeksBefore } from './month.service.ts'
export type { PeriodQuestion, StoreGoals, StorePeriod, TargetNumbers } from './month.service.ts'
