import { isHigherRelease, releaseHeader } from '@showroom/contract/kernel/release'
import { createListeners } from './listeners'

/** This page's release, set by the build; empty in tests. */
let newest = import.meta.env.RELEASE ?? ''
let isOld = false
const listeners = createListeners()

function markOld(): void {
  isOld = true
  listeners.notify()
}

/** Takes note of a response's release. A lower one counts for nothing: during an upgrade two nodes differ. */
export function noteRelease(headers: Headers): void {
  const release = headers.get(releaseHeader)
  if (!release || !isHigherRelease(release, newest)) return
  newest = release
  markOld()
}

/** The server no longer has a file of this page, whatever its release. */
export const noteMissingFile = (): void => markOld()

/** For `useSyncExternalStore`: whether the server runs a newer release than this page. */
export const pageAge = {
  subscribe: listeners.subscribe,
  isOld: (): boolean => isOld,
  /** The release that replaced the page's; the page's own after a missing file. */
  newest: (): string => newest,
}
