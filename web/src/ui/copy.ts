/** Copies a text to the clipboard; returns whether that worked. */
export async function copy(text: string): Promise<boolean> {
  try {
    // `navigator.clipboard` exists in secure contexts only, and some stores open the product over plain http.
    if (!navigator.clipboard) return copyBySelection(text)
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Copies by selecting a temporary textarea. It is added inside the open dialog, because a dialog traps the focus. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.style.cssText = 'position:fixed;opacity:0'
  const focused = document.activeElement
  ;(focused?.closest('[role="dialog"]') ?? document.body).append(area)
  area.select()
  // oxlint-disable-next-line typescript/no-deprecated -- the only way to copy where the page came over plain http
  const copied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}
