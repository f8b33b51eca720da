import { useEffect, useState } from 'react'
import { CustomerPeek } from './CustomerPeek'

/** The pointer must rest on a name this long to open the preview. */
const restMs = 450

interface Looked {
  readonly customerId: number
  readonly name: string
  readonly anchor: HTMLElement
}

const nameOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-peek]') : null

/**
 * Opens a preview of a customer from names with `data-peek`: by resting the mouse on the name, or by Space while it has focus. Touch opens
 * the customer instead. Esc, a press, the wheel and moving off the name close it.
 */
export function CustomerPeeks() {
  const [target, setLooked] = useState<Looked>()
  useEffect(() => {
    const open = (anchor: HTMLElement): void =>
      setLooked({ customerId: Number(anchor.dataset.peek), name: anchor.textContent, anchor })
    return listen(open, () => setLooked(undefined))
  }, [])
  return target?.anchor.isConnected ? <CustomerPeek key={target.customerId} {...target} /> : null
}

function listen(open: (anchor: HTMLElement) => void, close: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let hovered: HTMLElement | undefined
  let isByKeys = false
  const away = (): void => {
    clearTimeout(timer)
    if (hovered) close()
    hovered = undefined
  }
  const look = (name: HTMLElement, how: 'keys' | 'mouse'): void => {
    away()
    isByKeys = how === 'keys'
    hovered = name
    open(name)
  }
  const over = ({ target, pointerType }: PointerEvent): void => {
    const name = nameOf(target)
    // Opened by keyboard, it stays open until focus leaves the name.
    if (hovered && isByKeys && !name) return
    if (name === hovered && hovered) return
    away()
    if (name && pointerType === 'mouse') timer = setTimeout(() => look(name, 'mouse'), restMs)
  }
  const pressed = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') return away()
    const name = nameOf(document.activeElement)
    if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey || !name) return
    event.preventDefault()
    if (hovered) away()
    else look(name, 'keys')
  }
  const listening = new AbortController()
  const { signal } = listening
  document.addEventListener('pointerover', over, { signal })
  document.addEventListener('keydown', pressed, { signal })
  for (const type of ['focusout', 'pointerdown', 'wheel', 'popstate'])
    addEventListener(type, away, { signal, passive: true, capture: true })
  return () => {
    away()
    listening.abort()
  }
}
