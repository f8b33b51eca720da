/** A key that was pressed while what it is meant for was still on its way: a page, or its rows. The shell notes it, since no page may be there yet. */

/** Where keys mean something else. Radios and checkboxes take no letters. */
const typing =
  'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable=true], [role=dialog], [role=menu]'

/** Whether a key is for the page: nobody types, and no dialog is open. */
export function isForPage(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest(typing)) return false
  return !document.querySelector('[role=dialog][aria-modal=true]:not([style*="display: none"])')
}

/** As long as a key waits. */
const patienceMs = 2000

let unheard: { readonly key: string; readonly at: number } | undefined

/** What was pressed has been heard, or is not meant any more. */
export function forgetKey(): void {
  unheard = undefined
}

/** Takes the key that was pressed just before there was anything to hear it. */
export function takeUnheard(key: string): boolean {
  if (unheard?.key !== key || performance.now() - unheard.at > patienceMs) return false
  forgetKey()
  return true
}

function note(event: KeyboardEvent): void {
  unheard = event.key.length === 1 && isForPage(event) ? { key: event.key, at: event.timeStamp } : undefined
}

/**
 * Notes keys ahead of every listener of the page: what one of those hears is forgotten there. Whoever goes on by another key or the mouse
 * takes it back.
 */
export function noteKeys(): () => void {
  addEventListener('keydown', note, true)
  addEventListener('pointerdown', forgetKey, true)
  return () => {
    removeEventListener('keydown', note, true)
    removeEventListener('pointerdown', forgetKey, true)
  }
}
