import { useEffect, useRef } from 'react'

/**
 * The text of a dialog's button that has the keyboard as soon as the dialog is there. By itself the dialog gives it to its first button,
 * and antd's autoFocusButton moves it on a timer later: an Enter that is quicker would press the wrong one.
 */
export function AtHand({ children }: { children: string }) {
  const text = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // Once the dialog has noted whom the focus is to return to, and still before any key.
    queueMicrotask(() => text.current?.closest('button')?.focus({ preventScroll: true }))
  }, [])
  return <span ref={text}>{children}</span>
}
