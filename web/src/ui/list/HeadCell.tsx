import { type PointerEvent, type ThHTMLAttributes, useRef } from 'react'
import { narrowest, widest } from './columns'

export interface Grip {
  /** While it is dragged, and once it is let go. */
  readonly drag: (width: number, isDone: boolean) => void
  /** Back to the usual width. */
  readonly reset: () => void
}

/** A head of the table; at its end a grip to make the column wider. The keyboard does that in 列设置. */
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
      // Not a press on the head, which sorts.
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={grip.reset}
    />
  )
}
