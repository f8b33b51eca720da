import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { forgetKey, isForPage, isTypingAhead, keepTyping, takeUnheard } from './unheardKey'

interface Shortcut {
  readonly key: string
  /** The action's name, or a function of the page as it is; empty for a key that is not listed now. */
  readonly name: string | (() => string)
}

const here = new Set<RefObject<Shortcut>>()

/** The keys of the page on screen. */
export const shortcutsHere = (): { readonly key: string; readonly name: string }[] =>
  [...new Map([...here].map(({ current }) => [current.key, current])).values()]
    .map(({ key, name }) => ({ key, name: typeof name === 'string' ? name : name() }))
    .filter(({ name }) => name !== '')

/**
 * Runs an action on a single key, unless the user is typing or a dialog is open. Also handles a key pressed while the
 * page or its data (`ready`) was still loading. While the user navigates to another page, keys are kept for that page.
 * An action usually opens a form (`opens`), which gets the text typed until it is there.
 */
export function useShortcut(
  key: string,
  name: Shortcut['name'],
  action: () => void,
  { ready = true, opens = true } = {},
): void {
  const router = useRouter()
  const latest = useRef(action)
  const shortcut = useRef({ key, name })
  useEffect(() => {
    latest.current = action
    shortcut.current = { key, name }
  })
  useEffect(() => {
    here.add(shortcut)
    return () => void here.delete(shortcut)
  }, [])
  useEffect(() => {
    if (!ready) return undefined
    const act = (): void => {
      if (opens) keepTyping()
      latest.current()
    }
    const pressed = (event: KeyboardEvent): void => {
      const { location, resolvedLocation } = router.state
      const isLeaving = resolvedLocation !== undefined && resolvedLocation.pathname !== location.pathname
      if (event.key !== key || isLeaving || isTypingAhead() || !isForPage(event)) return
      forgetKey()
      event.preventDefault()
      act()
    }
    if (takeUnheard(key)) act()
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [key, ready, opens, router])
}
