import { type MouseEventHandler, type PointerEvent, type ThHTMLAttributes, useRef } from 'react'

/** Moves a column directly before or after another one. */
export type MoveColumn = (key: string, other: string, side: Side) => void
export type Side = 'before' | 'after'

interface Drag {
  readonly fromX: number
  /** The head and the side of it where the column would go now; undefined over its present place. */
  target?: { readonly head: HTMLElement; readonly side: Side } | undefined
  isMoving?: boolean
}

/** A press becomes a drag after this many pixels; below it the click sorts. */
const dragsFrom = 6

/**
 * Props of a head cell whose column moves by dragging. Marks are attributes set on the elements, because a state would
 * render the whole table for each of them. Touch keeps scrolling the table.
 */
export function useHeadDrag(
  key: string | undefined,
  move: MoveColumn | undefined,
  onClick: MouseEventHandler<HTMLElement> | undefined,
): ThHTMLAttributes<HTMLElement> {
  const drag = useRef<Drag>(undefined)
  if (key === undefined || !move) return {}
  const end = (head: HTMLElement): Drag | undefined => {
    const { current } = drag
    current?.target?.head.removeAttribute('data-drop')
    head.removeAttribute('data-dragged')
    return current
  }
  const dragOver = (event: PointerEvent<HTMLElement>): void => {
    const { current } = drag
    if (!current || event.buttons === 0) return
    const head = event.currentTarget
    if (!current.isMoving) {
      if (Math.abs(event.clientX - current.fromX) < dragsFrom) return
      current.isMoving = true
      head.setPointerCapture(event.pointerId)
      head.setAttribute('data-dragged', '')
    }
    current.target?.head.removeAttribute('data-drop')
    current.target = targetAt(head, event.clientX)
    current.target?.head.setAttribute('data-drop', current.target.side)
  }
  return {
    ...({ 'data-column': key } as object),
    onPointerDown: (event) => {
      drag.current =
        event.button === 0 && event.pointerType !== 'touch' ? { fromX: event.clientX } : undefined
    },
    onPointerMove: dragOver,
    onPointerUp: (event) => {
      const target = end(event.currentTarget)?.target
      const other = target?.head.dataset['column']
      if (target && other) move(key, other, target.side)
    },
    onPointerCancel: (event) => {
      end(event.currentTarget)
      drag.current = undefined
    },
    onClick: (event) => {
      // The click that ends a drag must not sort.
      if (!drag.current?.isMoving) onClick?.(event)
      drag.current = undefined
    },
  }
}

/** The movable head nearest to `x` and the side of it to drop on, unless the dragged head would keep its place there. */
function targetAt(dragged: HTMLElement, x: number): Drag['target'] {
  const heads = [...(dragged.parentElement?.querySelectorAll<HTMLElement>('th[data-column]') ?? [])]
  const distance = (head: HTMLElement): number => {
    const { left, right } = head.getBoundingClientRect()
    return Math.max(left - x, x - right, 0)
  }
  const head = heads.toSorted((a, b) => distance(a) - distance(b))[0]
  if (!head || head === dragged) return undefined
  const { left, width } = head.getBoundingClientRect()
  const side: Side = x < left + width / 2 ? 'before' : 'after'
  const next = side === 'before' ? -1 : 1
  return heads[heads.indexOf(head) + next] === dragged ? undefined : { head, side }
}
