import { takeTyped } from '../unheardKey'

const focusable =
  'input:not([disabled]):not([type=hidden]), textarea:not([disabled]), [role=radio], [role=combobox], button:not([disabled]), [tabindex="0"]'

/**
 * Scrolls to and focuses the first wrong field in reading order. antd's own version skips Radio.Group and goes by
 * registration order. Opens a closed `details` around the field first.
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

const isText = (control: Element | null | undefined): control is HTMLInputElement | HTMLTextAreaElement =>
  control instanceof HTMLTextAreaElement ||
  (control instanceof HTMLInputElement &&
    ['text', 'search', 'tel'].includes(control.type) &&
    !control.readOnly)

/** Types text into a field, as if the user had. */
function insert(text: string, field: HTMLInputElement | HTMLTextAreaElement | null): void {
  if (!text || !field) return
  field.setRangeText(text, field.value.length, field.value.length, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

const controlOf = (item: HTMLElement): HTMLElement | null =>
  item.querySelector<HTMLElement>('input[type=radio]:checked') ?? item.querySelector<HTMLElement>(focusable)

/** Focuses the first field instead of the dialog. Not on touch devices: the on-screen keyboard would cover the text to read first. */
export const focusFirstField = (root: HTMLElement | null): void => focusField(root, () => true)

/** Focuses the first choice or text that is still empty, for a form that opens nearly filled in. */
export const focusFirstOpen = (root: HTMLElement | null): void =>
  focusField(root, (item) => {
    const choices = item.querySelectorAll<HTMLInputElement>('input[type=radio]')
    if (choices.length > 0) return ![...choices].some(({ checked }) => checked)
    return item.querySelector('textarea')?.value === ''
  })

/** Focuses the first empty text, for a form whose choices are prefilled. */
export const focusFirstEmpty = (root: HTMLElement | null): void =>
  focusField(
    root,
    (item) => item.querySelector<HTMLInputElement>('input[type=text]:not([role=combobox])')?.value === '',
  )

function focusField(root: HTMLElement | null, isMeant: (item: HTMLElement) => boolean): void {
  if (!root || root.contains(document.activeElement) || !matchMedia('(pointer: fine)').matches) return
  const fields = [...root.querySelectorAll<HTMLElement>('[data-field]')]
  const field = fields.find(isMeant) ?? fields[0]
  const area = root.querySelector('textarea')
  // A form that still loads has no field yet: what was typed waits for one.
  if (!field && !area) return
  const control = field && controlOf(field)
  control?.focus({ preventScroll: true })
  insert(takeTyped(), isText(control) ? control : area)
  // Keeps the focus visible when much content precedes the field, for example at 200% zoom.
  control?.scrollIntoView({ block: 'nearest' })
}
