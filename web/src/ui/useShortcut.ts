import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { forgetKey, isForPage, takeUnheard } from './unheardKey'

/**
 * Runs an action on a single key, unless somebody types or a dialog is open; also on one that was pressed while the page was still on its
 * way, or what the action is done with; while another page is on its way keys are that one's. `ready`: what the action is done with is there.
 */
export function useShortcut(key: string, action: () => void, ready = true): void {
  const router = useRouter()
  const latest = useRef(action)
  useEffect(() => {
    latest.current = action
  })
  useEffect(() => {
    if (!ready) return undefined
    const pressed = (event: KeyboardEvent): void => {
      const { location, resolvedLocation } = router.state
      const isLeaving = resolvedLocation !== undefined && resolvedLocation.pathname !== location.pathname
      if (event.key !== key || isLeaving || !isForPage(event)) return
      forgetKey()
      event.preventDefault()
      latest.current()
    }
    if (takeUnheard(key)) latest.current()
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [key, ready, router])
}
