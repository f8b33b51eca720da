import type { DraftForm } from '@showroom/contract/kernel/drafts'

/** The key of drafts: a form and the id of its record, 0 for none. */
export interface DraftPlace {
  readonly form: DraftForm
  readonly recordId: number
}

/** One save of a draft: the random id of its window's draft and the number of the save. */
export interface Saving {
  readonly draftId: string
  readonly revision: number
}

/** Plain JSON by the names of the form's fields; null for a field that was emptied. */
export type Content = Readonly<Record<string, unknown>>

export interface LeftDraft extends Saving {
  /** Version of the record on which it was typed. */
  readonly version: string
  readonly content: Content
  /** Epoch seconds. */
  readonly updatedAt: number
}

export interface SavedDraft extends DraftPlace, Saving {
  readonly version: string
  readonly content: Content
  /** The draft to drop with this save, unless another window has saved it since. */
  readonly replaces?: Saving
}

/** Storage of drafts. Each call rejects on failure. */
export interface DraftStore {
  /** The member's own drafts, newest first. */
  read(this: void, place: DraftPlace): Promise<readonly LeftDraft[]>
  /** `isLeaving`: the page is closing and does not wait for the response. */
  save(this: void, draft: SavedDraft, isLeaving: boolean): Promise<unknown>
  drop(this: void, which: Saving): Promise<unknown>
}

let fetchStore = (): Promise<DraftStore> => Promise.reject(new Error('nothing keeps drafts'))

/** Sets the storage; called once, where the client is put together. */
export const keepDraftsIn = (fetch: () => Promise<DraftStore>): void => {
  fetchStore = fetch
}
export const draftStore = (): Promise<DraftStore> => fetchStore()
