import { useEffect } from 'react'

/** Returns focus to the previous element unless another has taken it. A queue's list handles focus itself. */
export function useReturnedKeyboard(): void {
  useEffect(() => {
    const before = document.activeElement
    return () =>
      queueMicrotask(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement && before.isConnected)
          before.focus({ preventScroll: true })
      })
  }, [])
}
