/**
 * Forms with unsaved input. Leaving the page asks first, unless the input is kept as a draft, and an expired session is
 * renewed over the open form.
 */

/** How a form's input is kept as a draft. */
export interface Keeping {
  /** Saves the rest of the input as a draft; returns whether all of it is kept. */
  keep(this: void): Promise<boolean>
  isKept(this: void): boolean
}

const open = new Set<{ readonly keeping: Keeping | undefined }>()

/** Registers a changed form; call the result when the form is saved or discarded. */
export function markUnsaved(keeping?: Keeping): () => void {
  const form = { keeping }
  open.add(form)
  return () => void open.delete(form)
}

export const hasUnsaved = (): boolean => open.size > 0

/** Whether closing the window now would lose input. */
export const mayBeLost = (): boolean => [...open].some(({ keeping }) => !keeping?.isKept())

/** Shown when a changed form is left without a question. */
export const keptNotice = '已存为草稿，再次打开可继续填写'

/** Saves all drafts; returns whether leaving loses nothing. */
export async function keepUnsaved(): Promise<boolean> {
  const results = await Promise.all([...open].map(async ({ keeping }) => (await keeping?.keep()) ?? false))
  return results.every(Boolean)
}
