/**
 * Remembers a key that was pressed while its target, a page or its rows, was still loading. The shell records it,
 * because the page may not be mounted yet.
 */

/** Places where keys have another meaning. Radios and checkboxes take no letters. */
const typing =
  'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable=true], [role=dialog], [role=menu]'

/** Whether a key press is for the page: no text field has the focus, and no dialog is open. */
export function isForPage(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest(typing)) return false
  return !document.querySelector('[role=dialog][aria-modal=true]:not([style*="display: none"])')
}

/** How long a key press is kept. */
const patienceMs = 2000

let unheard: { readonly key: string; readonly at: number } | undefined

/** Drops the recorded key, because it was handled or is no longer wanted. */
export function forgetKey(): void {
  unheard = undefined
}

/** Returns whether `key` was pressed shortly before there was a listener for it, and drops it. */
export function takeUnheard(key: string): boolean {
  if (unheard?.key !== key || performance.now() - unheard.at > patienceMs) return false
  forgetKey()
  return true
}

function note(event: KeyboardEvent): void {
  unheard = event.key.length === 1 && isForPage(event) ? { key: event.key, at: event.timeStamp } : undefined
}

/**
 * Records keys before any listener of the page runs; a listener that handles a key drops it. Another key or the mouse
 * replaces or drops it too.
 */
export function noteKeys(): () => void {
  addEventListener('keydown', note, true)
  addEventListener('pointerdown', forgetKey, true)
  return () => {
    removeEventListener('keydown', note, true)
    removeEventListener('pointerdown', forgetKey, true)
  }
}
