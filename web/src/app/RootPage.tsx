import { Outlet } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { lazyDialog } from '../ui/lazyDialog'
import { Notices } from '../ui/Notices'
import { OtherStore } from './OtherStore'
import { reloginStore } from '../frame/sessionGone'
import { UnsavedGuard } from './UnsavedGuard'

const ReloginDialog = lazyDialog(() =>
  import('../access/account/ReloginDialog').then((module) => module.ReloginDialog),
)

/** Wraps every page with notices, the question before unsaved input is lost, and the sign-in over an open form. */
export function RootPage() {
  const relogin = useSyncExternalStore(reloginStore.subscribe, reloginStore.isOpen)
  return (
    <>
      <Outlet />
      <Notices />
      <UnsavedGuard />
      <OtherStore />
      {relogin && <ReloginDialog />}
    </>
  )
}
