/** Public functions of the target room. */
export { readGoals, readPeriod } from './month.service.ts'
export type { PeriodQuestion, StoreGoals, StorePeriod, TargetNumbers } from './month.service.ts'
export { readPeriod, weeksBefore } from './month.service.ts'
export type { PeriodQuestion, StorePeriod, TargetNumbers } from './month.service.ts'
