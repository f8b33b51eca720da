import { type PointerEvent, type ThHTMLAttributes, useRef } from 'react'
import { narrowest, widest } from './columns'

export interface Grip {
  /** Called while the grip is dragged, and with `isDone` when it is released. */
  readonly drag: (width: number, isDone: boolean) => void
  /** Resets the column to its usual width. */
  readonly reset: () => void
}

/** A table head cell with a grip at its end to resize the column. Keyboard users resize in 列设置. */
export const HeadCell = ({ grip, children, ...rest }: ThHTMLAttributes<HTMLElement> & { grip?: Grip }) => (
  <th {...rest}>
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
