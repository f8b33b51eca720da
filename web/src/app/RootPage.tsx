import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { Notices } from '../ui/Notices'
import { OtherStore } from './OtherStore'
import { reloginStore } from '../frame/sessionGone'
import { UnsavedGuard } from './UnsavedGuard'

const ReloginDialog = lazy(() =>
  import('../access/ReloginDialog').then((module) => ({ default: module.ReloginDialog })),
)

/** Around every page: notices, the question before unsaved input is lost, and the sign-in over an open form. */
export function RootPage() {
  const relogin = useSyncExternalStore(reloginStore.subscribe, reloginStore.isOpen)
  return (
    <>
      <Outlet />
      <Notices />
      <UnsavedGuard />
      <OtherStore />
      {relogin && (
        <Suspense>
          <ReloginDialog />
        </Suspense>
      )}
    </>
  )
}
