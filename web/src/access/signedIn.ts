import { useEffect, useEffectEvent } from 'react'
import { readToken } from '../api/session'

/** A sign-in over an outside service in a window of its own, for a page that must stay as it is. */

export const signedInPath = '/signedIn'
const toldKey = 'signed-in'

/** Tells the page that waits: storage speaks to all other windows. */
export function tellSignedIn(): void {
  localStorage.setItem(toldKey, String(Date.now()))
  localStorage.removeItem(toldKey)
}

/** Hears of a session that another window of this browser began; also by coming back here, where that window could not say it. */
export function useSignedIn(heard: (token: string) => void): void {
  const tell = useEffectEvent(heard)
  useEffect(() => {
    let known = readToken()
    const look = (): void => {
      const token = readToken()
      if (token === '' || token === known) return
      known = token
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
