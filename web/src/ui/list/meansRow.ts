import type { MouseEvent } from 'react'

/** Whether a click is for the row: not for a control inside it, and not a text selection. */
export const meansRow = (event: MouseEvent): boolean =>
  !event.defaultPrevented &&
  !(event.target instanceof Element && event.target.closest('a, button, input, .sr-box-cell')) &&
  !getSelection()?.toString()
