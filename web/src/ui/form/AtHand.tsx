import { useEffect, useRef } from 'react'

/**
 * The text of a dialog button that gets the focus as soon as the dialog opens. antd first focuses the dialog's first
 * button and applies autoFocusButton in a later timer, so a quick Enter would press the wrong one.
 */
export function AtHand({ children }: { children: string }) {
  const text = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // A microtask runs after the dialog has stored the element to return the focus to, and before any key press.
    queueMicrotask(() => text.current?.closest('button')?.focus({ preventScroll: true }))
  }, [])
  return <span ref={text}>{children}</span>
}
