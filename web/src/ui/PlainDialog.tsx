import { type ReactNode, useEffect, useId, useRef } from 'react'
import './parts.css'

interface PlainDialogProps {
  title: string
  children: ReactNode
  /** Called on Escape. Without it the dialog stays open until one of its buttons closes it. */
  onCancel?: () => void
  width?: number
}

/**
 * The browser's native modal dialog, for use above everything else (including antd dialogs) or where antd is not
 * loaded. Mount it to open it; `data-first` marks the control to focus.
 */
export function PlainDialog({ title, children, onCancel, width = 420 }: PlainDialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const dialog = ref.current
    const before = document.activeElement
    dialog?.showModal()
    // `showModal` focuses the first control, and React's autoFocus runs before it; so the focus is set here.
    dialog?.querySelector<HTMLElement>('[data-first]')?.focus()
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <dialog
      ref={ref}
      className="sr-plain-dialog"
      aria-labelledby={titleId}
      style={{ width }}
      onCancel={(event) => {
        event.preventDefault()
        onCancel?.()
      }}
      // Keys pressed in here must not reach the page or the dialog below.
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape' && !onCancel) event.preventDefault()
      }}
    >
      <h2 id={titleId} className="sr-plain-dialog-title">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
