/** Forms with unsaved input, counted: leaving asks, and an expired session signs in over them instead of throwing them away. */

let open = 0

/** Registers a changed form; call the result when it is saved or given up. */
export function markUnsaved(): () => void {
  open += 1
  let registered = true
  return () => {
    if (registered) open -= 1
    registered = false
  }
}

export const hasUnsaved = (): boolean => open > 0
