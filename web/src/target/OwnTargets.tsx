import { lazyWhenIdle } from '../ui/lazyWhenIdle'

/** The member's own targets of this month, as rings; nothing without targets. */
export const OwnTargets = lazyWhenIdle(() => import('./OwnRings').then((module) => module.OwnRings))
