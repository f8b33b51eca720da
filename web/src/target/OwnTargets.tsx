import { lazyDialog } from '../ui/lazyDialog'

/** The member's own targets of this month, as rings; nothing without targets. */
export const OwnTargets = lazyDialog(() => import('./OwnRings').then((module) => module.OwnRings))
