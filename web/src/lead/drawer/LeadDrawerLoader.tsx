import { lazyDialog } from '../../ui/lazyDialog'

/** Loads the drawer as a separate chunk, so that the list appears sooner. */
export const LeadDrawer = lazyDialog(() => import('./LeadDrawer').then((module) => module.LeadDrawer))
