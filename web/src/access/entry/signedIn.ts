import { useEffect, useEffectEvent } from 'react'
import { nowMs } from '../../api/clock'
import { readToken } from '../../api/session'
import { inBrowser } from '../../api/storage'

/** Sign-in by an outside service in a separate window, for a page that must stay as it is. */

export const signedInPath = '/signedIn'
const signedIn = inBrowser('signed-in')

/** Notifies the waiting page: storage events reach all other windows. */
export function announceSignIn(): void {
  signedIn.write(String(nowMs()))
  signedIn.remove()
}

/**
 * Calls `heard` when another window of this browser has started a session. Also checks on focus, in case that window
 * could not send the event.
 */
export function useSignedIn(heard: (token: string) => void): void {
  const tell = useEffectEvent(heard)
  useEffect(() => {
    let latestToken = readToken()
    const look = (): void => {
      const token = readToken()
      if (token === '' || token === latestToken) return
      latestToken = token
      tell(token)
    }
    addEventListener('storage', look)
    addEventListener('focus', look)
    return () => {
      removeEventListener('storage', look)
      removeEventListener('focus', look)
    }
  }, [])
}
