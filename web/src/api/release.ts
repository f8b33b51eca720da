import { isHigherRelease } from '@showroom/contract/kernel/release'

/** This page's release, set by the build; empty in tests. */
let newest = import.meta.env.RELEASE ?? ''
let isOld = false
const listeners = new Set<() => void>()

function tell(): void {
  isOld = true
  for (const listener of listeners) listener()
}

/** Takes note of a response's release. A lower one counts for nothing: during an upgrade two nodes differ. */
export function noteRelease(release: string | null): void {
  if (!release || !isHigherRelease(release, newest)) return
  newest = release
  tell()
}

/** The server no longer has a file of this page, whatever its release. */
export const noteMissingFile = (): void => tell()

/** For `useSyncExternalStore`: whether the server runs a newer release than this page. */
export const pageAge = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  isOld: (): boolean => isOld,
  /** The release that replaced the page's; the page's own after a missing file. */
  newest: (): string => newest,
}
