/**
 * The second half of a double click belongs to what the first half hit. A dialog that has opened in between, a closed list's neighbour or the
 * next row would be hit by accident; and an option that is clicked twice would be chosen and at once dropped.
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

/** Hears the pointer on the whole page; gives back how to stop. */
export function watchClicks(): () => void {
  const ended = new AbortController()
  const ahead = { capture: true, signal: ended.signal }
  addEventListener('mousedown', down, ahead)
  for (const type of ['mouseup', 'click', 'dblclick']) addEventListener(type, rest, ahead)
  return () => ended.abort()
}
