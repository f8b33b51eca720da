import { lazyDialog } from '../ui/lazyDialog'

/** The report room's exports for other rooms. */
export const RowsDrawer = lazyDialog(() => import('./RowsDrawer').then((module) => module.RowsDrawer))
