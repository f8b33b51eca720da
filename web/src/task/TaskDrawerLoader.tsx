import { lazy, Suspense } from 'react'
import type { TaskDrawerProps } from './TaskDrawer'

const importDrawer = () => import('./TaskDrawer')
const LazyDrawer = lazy(() => importDrawer().then((module) => ({ default: module.TaskDrawer })))

/** Fetches the drawer ahead, when somebody is about to follow up. A failure shows when it is really opened. */
export const preloadFollow = (): void => void importDrawer().catch(() => undefined)

/** A task's follow-up: a chunk of its own, so that the list is there sooner. */
export const TaskDrawer = (props: TaskDrawerProps) => (
  <Suspense>
    <LazyDrawer {...props} />
  </Suspense>
)
