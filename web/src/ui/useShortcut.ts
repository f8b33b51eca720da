import { useEffect, useRef } from 'react'
import { forgetKey, isForPage, takeUnheard } from './unheardKey'

/**
 * Runs an action on a single key, unless somebody types or a dialog is open; also on one that was pressed while the page was still on its
 * way, or what the action is done with. `ready`: that is there.
 */
export function useShortcut(key: string, action: () => void, ready = true): void {
  const latest = useRef(action)
  useEffect(() => {
    latest.current = action
  })
  useEffect(() => {
    if (!ready) return undefined
    const pressed = (event: KeyboardEvent): void => {
      if (event.key !== key || !isForPage(event)) return
      forgetKey()
      event.preventDefault()
      latest.current()
    }
    if (takeUnheard(key)) latest.current()
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [key, ready])
}
