import { lazyDialog } from '../ui/lazyDialog'

/** A lead and its handling: a chunk of its own, so that the list is there sooner. */
export const LeadDrawer = lazyDialog(() => import('./LeadDrawer').then((module) => module.LeadDrawer))
