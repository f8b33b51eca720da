/**
 * Remembers a key that was pressed while its target, a page or its rows, was still loading, and the text typed while the
 * form that a key opens was. The shell records both, because the page may not be mounted yet.
 */

/** Places where keys have another meaning. Radios and checkboxes take no letters. */
const texts = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable=true]'
const typing = `${texts}, [role=dialog], [role=menu]`
/** Places where Enter acts itself. */
const pressed = 'a[href], button, summary, input, [role=button]'

const isInText = ({ target }: Event): boolean => target instanceof Element && target.closest(texts) !== null

/** Whether a key press is for the page: no text field has the focus, and no dialog is open. */
export function isForPage(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest(event.key === 'Enter' ? `${typing}, ${pressed}` : typing)) return false
  return !document.querySelector('[role=dialog][aria-modal=true]:not([style*="display: none"])')
}

/** How long a key press is kept, and typed text for a form, whose code may still have to come over a slow line. */
const patienceMs = 2000
const formPatienceMs = 10_000

let unheard: { readonly key: string; readonly at: number } | undefined

/** Drops the recorded key, because it was handled or is no longer wanted. */
export function forgetKey(): void {
  unheard = undefined
}

function forgetAll(): void {
  forgetKey()
  ahead = undefined
}

/** Returns whether `key` was pressed shortly before there was a listener for it, and drops it. */
export function takeUnheard(key: string): boolean {
  if (unheard?.key !== key || performance.now() - unheard.at > patienceMs) return false
  forgetKey()
  return true
}

/** Text typed after a key that opens a form, which takes a moment to have a field for it. */
let ahead: { readonly text: string; readonly at: number } | undefined

/** Keeps what is typed next, because a key has just opened a form. */
export function keepTyping(): void {
  ahead = { text: '', at: performance.now() }
}

/** Whether keys are text for the form that is opening. */
export const isTypingAhead = (): boolean =>
  ahead !== undefined && performance.now() - ahead.at <= formPatienceMs

/** Returns the text that was typed before the form had a field for it, and drops it. */
export function takeTyped(): string {
  const text = isTypingAhead() ? (ahead?.text ?? '') : ''
  ahead = undefined
  return text
}

/** The text with a key's character, or without its last one; undefined for a key that ends the typing. */
const typedOn = (text: string, key: string): string | undefined =>
  key.length === 1 ? text + key : key === 'Backspace' ? text.slice(0, -1) : undefined

function noteTyped(event: KeyboardEvent, before: string): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Shift') return
  const text = isInText(event) ? undefined : typedOn(before, event.key)
  ahead = text === undefined ? undefined : { text, at: event.timeStamp }
  // A space would press the button with the focus, or scroll the page.
  if (ahead) event.preventDefault()
}

function note(event: KeyboardEvent): void {
  if (ahead && isTypingAhead()) return noteTyped(event, ahead.text)
  unheard = event.key.length === 1 && isForPage(event) ? { key: event.key, at: event.timeStamp } : undefined
}

/**
 * Records keys before any listener of the page runs; a listener that handles a key drops it. Another key or the mouse
 * replaces or drops it too.
 */
export function noteKeys(): () => void {
  addEventListener('keydown', note, true)
  addEventListener('pointerdown', forgetAll, true)
  return () => {
    removeEventListener('keydown', note, true)
    removeEventListener('pointerdown', forgetAll, true)
  }
}
