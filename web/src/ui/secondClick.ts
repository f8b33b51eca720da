/**
 * Swallows the second half of a double click if it hits another control than the first half: a dialog that has just
 * opened, the control beside a closed list, or the next row. Also swallows it on a select option, where it would undo
 * the choice.
 */

const options = '[role=option], .ant-select-item-option'
const controls = `button, a, label, input, textarea, summary, tr, [role=button], [role=menuitem], [role=radio], [role=tab], .ant-select, .ant-picker, ${options}`

let last: Element | undefined
let isHeld = false

function hold(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

function down(event: MouseEvent): void {
  const target = event.target as Element
  const control = target.closest(controls) ?? target
  isHeld = event.detail > 1 && (control !== last || control.matches(options))
  last = control
  if (isHeld) hold(event)
}

const rest = (event: Event): void => {
  if (isHeld) hold(event)
}

/** Listens to pointer events of the whole page; returns a function that stops it. */
export function watchClicks(): () => void {
  const ended = new AbortController()
  const ahead = { capture: true, signal: ended.signal }
  addEventListener('mousedown', down, ahead)
  for (const type of ['mouseup', 'click', 'dblclick']) addEventListener(type, rest, ahead)
  return () => ended.abort()
}
