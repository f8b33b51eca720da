import { lazy, Suspense } from 'react'
import type { LeadDrawerProps } from './LeadDrawer'

const importDrawer = () => import('./LeadDrawer')
const LazyDrawer = lazy(() => importDrawer().then((module) => ({ default: module.LeadDrawer })))

/** Fetches the drawer ahead, when somebody is about to open a lead. A failure shows when it is really opened. */
export const preloadLead = (): void => void importDrawer().catch(() => undefined)

/** A lead and its handling: a chunk of its own, so that the list is there sooner. */
export const LeadDrawer = (props: LeadDrawerProps) => (
  <Suspense>
    <LazyDrawer {...props} />
  </Suspense>
)
