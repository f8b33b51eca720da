import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { CustomerPeek } from './CustomerPeekLoader'

/** Who rests on a name means to look; who only passes over it does not. */
const restMs = 450

/**
 * A look at a customer from a name: by resting the mouse on it, or by Space while it has the keyboard. A finger opens the customer and
 * never peeks. Esc, a key that leads elsewhere and leaving the name close it.
 */
export function usePeek() {
  const [anchor, setAnchor] = useState<HTMLElement>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancel = (): void => clearTimeout(timer.current)
  const close = (): void => {
    cancel()
    setAnchor(undefined)
  }
  useEffect(() => cancel, [])
  const isOpen = anchor !== undefined
  useEffect(() => {
    if (!isOpen) return undefined
    const away = (): void => setAnchor(undefined)
    // Not while one reads on in the look itself.
    addEventListener('scroll', away, { capture: true, passive: true })
    return () => removeEventListener('scroll', away, { capture: true })
  }, [isOpen])
  return {
    anchor,
    close,
    on: {
      onPointerEnter: ({ pointerType, currentTarget }: PointerEvent<HTMLElement>): void => {
        if (pointerType !== 'mouse') return
        CustomerPeek.preload()
        cancel()
        timer.current = setTimeout(() => setAnchor(currentTarget), restMs)
      },
      onPointerLeave: close,
      onBlur: (_event: FocusEvent<HTMLElement>): void => close(),
      onClick: close,
      onKeyDown: (event: KeyboardEvent<HTMLElement>): void => {
        if (event.key === ' ' && !event.ctrlKey && !event.metaKey && !event.altKey) {
          event.preventDefault()
          if (isOpen) close()
          else setAnchor(event.currentTarget)
        } else if (event.key === 'Escape' && isOpen) {
          event.stopPropagation()
          close()
        }
      },
    },
  }
}
