import { lazyDialog } from '../ui/lazyDialog'

/** The report room's exports for other rooms. */
export const CountedRows = lazyDialog(() => import('./CountedRows').then((module) => module.CountedRows))
