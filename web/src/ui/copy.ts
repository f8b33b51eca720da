/** Puts a text into the clipboard; says whether it is there. */
export async function copy(text: string): Promise<boolean> {
  try {
    // The clipboard exists in secure contexts only; stores also open the product over plain http.
    if (!navigator.clipboard) return copyBySelection(text)
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Beside what is marked: within the dialog that is open, which lets the keyboard go nowhere else. */
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
