import { useEffect, useRef } from 'react'

/** Where keys mean something else. Radios and checkboxes take no letters. */
const typing =
  'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable=true], [role=dialog], [role=menu]'

/** Runs an action on a single key, unless somebody types or a dialog is open. */
export function useShortcut(key: string, action: () => void): void {
  const latest = useRef(action)
  useEffect(() => {
    latest.current = action
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      const target = event.target instanceof Element ? event.target : null
      if (target?.closest(typing)) return
      if (document.querySelector('[role=dialog][aria-modal=true]:not([style*="display: none"])')) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [key])
}
