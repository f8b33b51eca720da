import type { MouseEvent } from 'react'

/** Whether a click means the row: not a control in it, and not the marking of text to copy it. */
export const meansRow = (event: MouseEvent): boolean =>
  !event.defaultPrevented &&
  !(event.target instanceof Element && event.target.closest('a, button, input, .sr-box-cell')) &&
  !getSelection()?.toString()
