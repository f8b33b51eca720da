import type { MouseEvent } from 'react'

const controls = 'a, button, input, textarea, select, label, [role=button], [role=combobox], .sr-box-cell'

/**
 * Whether a click is for the row: not for a control inside it, nor for a menu or dialog that one has opened, and not a
 * text selection.
 */
export const meansRow = ({ defaultPrevented, target, currentTarget }: MouseEvent): boolean =>
  !defaultPrevented &&
  target instanceof Element &&
  currentTarget.contains(target) &&
  !target.closest(controls) &&
  !getSelection()?.toString()
