import { type PointerEvent, useRef } from 'react'

/** Pixels from which a press counts as a drag. */
const dragsFrom = 5

export interface Drop {
  /** Pixels to the right of where the drag began. */
  readonly x: number
  readonly block: HTMLElement
  /** The elements below the pointer that match the selector: the first one. */
  readonly over: HTMLElement | undefined
}

/** Pointer handlers of a button that can be dragged by mouse or pen onto elements of the selector; touch scrolls the page. */
export function useDrag(selector: string, onDrop: (drop: Drop) => void) {
  const from = useRef<{ x: number; y: number; isDragged: boolean }>(undefined)
  return {
    onPointerDown: (event: PointerEvent<HTMLButtonElement>): void => {
      if (event.button !== 0 || event.pointerType === 'touch') return
      from.current = { x: event.clientX, y: event.clientY, isDragged: false }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLButtonElement>): void => {
      const at = from.current
      if (!at) return
      const [x, y] = [event.clientX - at.x, event.clientY - at.y]
      at.isDragged ||= Math.hypot(x, y) >= dragsFrom
      if (at.isDragged) event.currentTarget.style.transform = `translate(${x}px, ${y}px)`
    },
    onPointerUp: (event: PointerEvent<HTMLButtonElement>): void => {
      const at = from.current
      from.current = undefined
      const block = event.currentTarget
      block.style.transform = ''
      if (!at?.isDragged) return
      const over = document
        .elementsFromPoint(event.clientX, event.clientY)
        .map((element) => element.closest<HTMLElement>(selector))
        .find((element) => element !== null)
      onDrop({ x: event.clientX - at.x, block, over: over ?? undefined })
      // The click that ends the drag opens nothing.
      block.addEventListener('click', (click) => click.stopPropagation(), { capture: true, once: true })
    },
    onPointerCancel: (event: PointerEvent<HTMLButtonElement>): void => {
      from.current = undefined
      event.currentTarget.style.transform = ''
    },
  }
}
