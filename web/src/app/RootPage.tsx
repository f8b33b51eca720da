import { Outlet } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { FailedReads } from '../ui/FailedReads'
import { lazyDialog } from '../ui/lazyDialog'
import { Notices } from '../ui/Notices'
import { NewRelease } from './NewRelease'
import { OtherStore } from './OtherStore'
import { reloginStore } from '../frame/sessionGone'
import { UnsavedGuard } from './UnsavedGuard'

const ReloginDialog = lazyDialog(() =>
  import('../access/account/ReloginDialog').then((module) => module.ReloginDialog),
)

/** Wraps every page with notices, the lines about the network and the release, the question before unsaved input is lost, and the sign-in over an open form. */
export function RootPage() {
  const relogin = useSyncExternalStore(reloginStore.subscribe, reloginStore.isOpen)
  return (
    <>
      <Outlet />
      <Notices />
      <div className="sr-lines">
        <FailedReads />
        <NewRelease />
      </div>
      <UnsavedGuard />
      <OtherStore />
      {relogin && <ReloginDialog />}
    </>
  )
}
