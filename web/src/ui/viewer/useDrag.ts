import { type PointerEvent, useRef } from 'react'

/** Reports how far a pressed pointer has moved since the last event. */
export function useDrag(moved: (dx: number, dy: number) => void) {
  const last = useRef<{ x: number; y: number }>(undefined)
  const end = (): void => {
    last.current = undefined
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      if (event.button !== 0) return
      last.current = { x: event.clientX, y: event.clientY }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      if (!last.current) return
      moved(event.clientX - last.current.x, event.clientY - last.current.y)
      last.current = { x: event.clientX, y: event.clientY }
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
