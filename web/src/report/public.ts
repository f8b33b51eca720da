import { lazyDialog } from '../ui/lazyDialog'

/** The report room's exports for other rooms. */
export { ChangeMark } from './ChangeMark'
export { NumberLink } from './NumberLink'
export { NumberTable } from './NumberTable'
export { daysOf, rangeOf, readPeriod, wordsOf } from './period'
export { PeriodBar } from './PeriodBar'
export { usePeriod } from './usePeriod'
export const CountedRows = lazyDialog(() => import('./CountedRows').then((module) => module.CountedRows))
