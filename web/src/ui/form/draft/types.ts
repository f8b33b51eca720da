import type { DraftForm } from '@showroom/contract/kernel/drafts'
import type { FormInstance } from 'antd'
import type { Content, DraftStore, SavedDraft } from './store'

/** Options by which a form has the server keep its input until it is saved. Read when the form opens. */
export interface DraftOptions {
  readonly form: DraftForm
  /** The record and its version when the form opened; omitted for a new record. */
  readonly record?: { readonly id: number; readonly version: string }
  /** Fields that are not kept, namely those that contain files. */
  readonly without?: readonly string[]
  /** Form data outside of its fields, as plain JSON. */
  readonly extra?: { read(this: void): unknown; restore(this: void, value: unknown): void }
}

/** State of the draft. `at` is its last save, in epoch seconds. */
export type DraftState =
  /** The typed input is kept. */
  | { readonly kind: 'kept' }
  /** The save failed; it will be retried. */
  | { readonly kind: 'failed' }
  /** Filled in when the form opened. */
  | { readonly kind: 'restored'; readonly at: number }
  /** Not filled in, because the record has changed since (`isOld`) or the form has input already. */
  | { readonly kind: 'offered'; readonly at: number; readonly isOld: boolean }
  /** Shown in the form's fields, which are locked meanwhile; `fields` are those it fills. */
  | { readonly kind: 'viewed'; readonly at: number; readonly fields: readonly string[] }
  /** Just discarded; there may be another draft, last saved at `nextAt`. */
  | { readonly kind: 'dropped'; readonly nextAt: number }

/** Actions of the user: `drop` the draft and `undo` that; `view` an offered draft, then `take` it or go `back` to the earlier input. */
export type DraftAction = 'drop' | 'undo' | 'view' | 'take' | 'back'

/** The part of a form that its draft uses. */
export interface DraftedForm {
  readonly form: FormInstance
  isDirty(this: void): boolean
  /** Sets whether the form holds unsaved input. */
  markDirty(this: void, dirty: boolean): void
}

/** Dependencies of a keeper. */
export interface Kept extends DraftedForm {
  readonly options: DraftOptions
  readonly store: DraftStore
  /** The data outside of the form's fields when it opened. */
  readonly besideAtFirst: unknown
  /** The form's values before the user typed, including prefilled ones. */
  opened(this: void): Content
  tell(this: void, state: DraftState | undefined): void
}

/** The draft code that is loaded later; see `keeper.ts`. */
export interface DraftSaver {
  /** Called on input. */
  changed(this: void): void
  keep(this: void): Promise<boolean>
  isKept(this: void): boolean
  /** The present input as a draft that is not saved yet. */
  snapshot(this: void): SavedDraft
  end(this: void): void
  stop(this: void): void
  readonly act: Readonly<Record<DraftAction, () => void>>
}

/** A form's draft, as seen by its parts. Without `draft` in the form's options it keeps nothing. */
export interface FormDraft {
  subscribe(this: void, listener: () => void): () => void
  read(this: void): DraftState | undefined
  /** Saves the rest of the input; returns whether all of it is kept. */
  keep(this: void): Promise<boolean>
  act(this: void, what: DraftAction): void
}
