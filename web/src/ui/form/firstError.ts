const focusable =
  'input:not([disabled]):not([type=hidden]), textarea:not([disabled]), [role=radio], [role=combobox], button:not([disabled]), [tabindex="0"]'

/**
 * Shows and focuses the first wrong field in the order people read. antd's own version skips Radio.Group and goes by
 * registration order. A field inside a closed `details` is opened first.
 */
export function focusFirstError(root: HTMLElement | null, wrong: ReadonlySet<string>): void {
  if (!root) return
  for (const item of root.querySelectorAll<HTMLElement>('[data-field]')) {
    if (!wrong.has(item.dataset.field ?? '')) continue
    const closed = item.closest('details:not([open])')
    if (closed instanceof HTMLDetailsElement) closed.open = true
    item.scrollIntoView({ block: 'center' })
    controlOf(item)?.focus({ preventScroll: true })
    return
  }
}

const controlOf = (item: HTMLElement): HTMLElement | null =>
  item.querySelector<HTMLElement>('input[type=radio]:checked') ?? item.querySelector<HTMLElement>(focusable)

/**
 * The keyboard starts at the first field, not at the dialog's frame. Not where a finger types: the screen's keyboard would cover
 * what is to be read first.
 */
export const focusFirstField = (root: HTMLElement | null): void => focusField(root, () => true)

/** At the first choice or text that is still to be entered, where a form stands filled in but for a little. */
export const focusFirstOpen = (root: HTMLElement | null): void =>
  focusField(root, (item) => {
    const choices = item.querySelectorAll<HTMLInputElement>('input[type=radio]')
    if (choices.length > 0) return ![...choices].some(({ checked }) => checked)
    return item.querySelector('textarea')?.value === ''
  })

function focusField(root: HTMLElement | null, isMeant: (item: HTMLElement) => boolean): void {
  if (!root || root.contains(document.activeElement) || !matchMedia('(pointer: fine)').matches) return
  const fields = [...root.querySelectorAll<HTMLElement>('[data-field]')]
  const field = fields.find(isMeant) ?? fields[0]
  const control = field && controlOf(field)
  control?.focus({ preventScroll: true })
  // Where much stands before it (a window that is zoomed to the double), the keyboard is still seen.
  control?.scrollIntoView({ block: 'nearest' })
}
