import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { forgetKey, isForPage, takeUnheard } from './unheardKey'

/**
 * Runs an action on a single key, unless the user is typing or a dialog is open. Also handles a key pressed while the
 * page or its data (`ready`) was still loading. While the user navigates to another page, keys are kept for that page.
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
