/** Forms with unsaved input: leaving asks, unless it is kept as a draft, and an expired session signs in again over them. */

/** How a form's input is kept elsewhere. */
export interface Keeping {
  /** Sends what is not kept yet; true when all of it is. */
  keep(this: void): Promise<boolean>
  isKept(this: void): boolean
}

const open = new Set<{ readonly keeping: Keeping | undefined }>()

/** Registers a changed form; call the result when it is saved or given up. */
export function markUnsaved(keeping?: Keeping): () => void {
  const form = { keeping }
  open.add(form)
  return () => void open.delete(form)
}

export const hasUnsaved = (): boolean => open.size > 0

/** Whether a window that closes now loses something. */
export const mayBeLost = (): boolean => [...open].some(({ keeping }) => !keeping?.isKept())

/** Told where a changed form is left without a question. */
export const keptNotice = '已存为草稿，再次打开可继续填写'

/** Keeps what can be kept; true when nothing is lost by leaving. */
export async function keepUnsaved(): Promise<boolean> {
  const kept = await Promise.all([...open].map(async ({ keeping }) => (await keeping?.keep()) ?? false))
  return kept.every(Boolean)
}
