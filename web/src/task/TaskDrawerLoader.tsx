import { lazyDialog } from '../ui/lazyDialog'

/** A task's follow-up: a chunk of its own, so that the list is there sooner. */
export const TaskDrawer = lazyDialog(() => import('./TaskDrawer').then((module) => module.TaskDrawer))
