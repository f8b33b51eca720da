import { type ReactNode, useEffect, useId, useRef } from 'react'
import './parts.css'

interface PlainDialogProps {
  title: string
  children: ReactNode
  /** Escape. Left out: the dialog stays until one of its buttons closes it. */
  onCancel?: () => void
  width?: number
}

/**
 * The browser's own modal dialog, for what must stand above everything, the component library's dialogs included, or where
 * that library is not loaded. Mount it to open; `data-first` marks the control that gets the focus.
 */
export function PlainDialog({ title, children, onCancel, width = 420 }: PlainDialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const dialog = ref.current
    const before = document.activeElement
    dialog?.showModal()
    // The browser takes the first control; React's autoFocus came too early for it.
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
      // A key pressed in here is not for the page or the dialog below.
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
