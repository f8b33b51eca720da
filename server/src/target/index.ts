/** Public functions of the target room. */
export { readPeriod } from './month.service.ts'
export type { PeriodQuestion, StorePeriod, TargetNumbers } from './month.service.ts'
