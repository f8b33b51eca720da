import { type PointerEvent, type ThHTMLAttributes, useRef } from 'react'
import { narrowest, widest } from './columns'
import { type MoveColumn, useHeadDrag } from './useHeadDrag'

export interface Grip {
  /** Called while the grip is dragged, and with `isDone` when it is released. */
  readonly drag: (width: number, isDone: boolean) => void
  /** Resets the column to its usual width. */
  readonly reset: () => void
}

export interface HeadProps extends ThHTMLAttributes<HTMLElement> {
  readonly grip?: Grip
  /** Key of a column that may change its place. */
  readonly movable?: string | undefined
  readonly move?: MoveColumn
}

/**
 * A table head cell that is dragged to move its column, with a grip at its end to resize it. Keyboard users do both in
 * 列设置.
 */
export const HeadCell = ({ grip, movable, move, children, ...rest }: HeadProps) => (
  <th {...rest} {...useHeadDrag(movable, move, rest.onClick)}>
    {children}
    {grip && <GripLine grip={grip} />}
  </th>
)

function GripLine({ grip }: { grip: Grip }) {
  const from = useRef<{ x: number; width: number }>(undefined)
  const moved = (event: PointerEvent, isDone: boolean): void => {
    const { current } = from
    if (!current) return
    if (isDone) from.current = undefined
    const width = Math.min(widest, Math.max(narrowest, Math.round(current.width + event.clientX - current.x)))
    if (width !== current.width) grip.drag(width, isDone)
  }
  return (
    <span
      className="sr-grip"
      aria-hidden
      onPointerDown={(event) => {
        // The head cell would move its column.
        event.stopPropagation()
        const head = event.currentTarget.parentElement
        if (event.button !== 0 || !head) return
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = { x: event.clientX, width: head.offsetWidth }
      }}
      onPointerMove={(event) => moved(event, false)}
      onPointerUp={(event) => moved(event, true)}
      onPointerCancel={() => {
        from.current = undefined
      }}
      // Keeps the click from the head cell, which would sort.
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={grip.reset}
    />
  )
}
