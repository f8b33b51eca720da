import type { DraftForm } from '@showroom/contract/kernel/drafts'

/** What is kept for: a form, and the record that it is about; 0 for none. */
export interface DraftPlace {
  readonly form: DraftForm
  readonly recordId: number
}

/** A saving of a draft: which window's (a random id), and the how-manieth. */
export interface Saving {
  readonly draftId: string
  readonly revision: number
}

/** By the names of the form's fields, plain JSON; null for a field that was emptied. */
export type Content = Readonly<Record<string, unknown>>

export interface LeftDraft extends Saving {
  /** The state of the record that it was typed on. */
  readonly version: string
  readonly content: Content
  /** Epoch seconds. */
  readonly updatedAt: number
}

export interface SavedDraft extends DraftPlace, Saving {
  readonly version: string
  readonly content: Content
  /** Goes, unless another window has saved it since. */
  readonly replaces?: Saving
}

/** Where drafts are kept. Each rejects when it did not work. */
export interface DraftStore {
  /** One's own, newest first. */
  read(this: void, place: DraftPlace): Promise<readonly LeftDraft[]>
  /** `isLeaving`: the page goes, and no answer is waited for. */
  save(this: void, draft: SavedDraft, isLeaving: boolean): Promise<unknown>
  drop(this: void, which: Saving): Promise<unknown>
}

let fetchStore = (): Promise<DraftStore> => Promise.reject(new Error('nothing keeps drafts'))

/** Says where: once, by who puts the client together. */
export const keepDraftsIn = (fetch: () => Promise<DraftStore>): void => {
  fetchStore = fetch
}
export const draftStore = (): Promise<DraftStore> => fetchStore()
