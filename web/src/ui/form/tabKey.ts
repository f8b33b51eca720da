/** Keeps Tab among the fields and buttons that the user can see. */

const dialogs = '[role=dialog][aria-modal=true]'
const stops = 'a[href], button, input, select, textarea, summary, [tabindex]'

/**
 * The crosses of lists and calendars, which appear with the pointer. Tab would land on one after a choice, and Enter
 * would empty the field; Delete does that instead.
 */
const crosses = '.ant-select-clear, .ant-picker-clear'

/** Clears a list with the focus by its cross, unless the user edits a search text. Returns whether it has one. */
export function clearList(box: Element | null): boolean {
  const cross = box?.querySelector<HTMLElement>('.ant-select-clear')
  if (!cross || box?.querySelector('input')?.value) return false
  cross.click()
  return true
}

const isStop = (node: HTMLElement): boolean =>
  node.tabIndex >= 0 &&
  !node.matches(':disabled, [inert] *') &&
  node.getClientRects().length > 0 &&
  getComputedStyle(node).visibility === 'visible' &&
  // Only the chosen radio of a group is a stop.
  !(node.matches('input[type=radio]:not(:checked)') && hasChosen(node as HTMLInputElement))

const hasChosen = ({ name, form }: HTMLInputElement): boolean =>
  (form ?? document).querySelector(`input[type=radio][name="${CSS.escape(name)}"]:checked`) !== null

/** Moves from the last stop of the dialog or drawer on top to its first, and back. The browser would leave the page. */
export function keepTab(event: KeyboardEvent): void {
  for (const cross of document.querySelectorAll<HTMLElement>(crosses)) cross.tabIndex = -1
  const open = [...document.querySelectorAll<HTMLElement>(dialogs)].filter(
    (node) => node.getClientRects().length > 0,
  )
  const dialog = open.at(-1)
  const active = document.activeElement
  if (!dialog || (active !== document.body && !dialog.contains(active))) return
  const all = [...dialog.querySelectorAll<HTMLElement>(stops)].filter(isStop)
  const [end, other] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]]
  const isBefore = active === document.body || (event.shiftKey && active === dialog)
  if (!other || !(isBefore || active === end)) return
  event.preventDefault()
  other.focus()
}
