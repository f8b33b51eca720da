import type { DraftForm } from '@showroom/contract/kernel/drafts'
import type { FormInstance } from 'antd'
import type { Content, DraftStore } from './store'

/** What a form says so that the server keeps what is typed into it until it is saved. Read when it opens. */
export interface DraftOptions {
  readonly form: DraftForm
  /** The record it is about and the state in which it was opened; left out where there is none yet. */
  readonly record?: { readonly id: number; readonly version: string }
  /** Fields that are not kept: those that hold files. */
  readonly without?: readonly string[]
  /** What the form holds outside of its fields, as plain JSON. */
  readonly beside?: { read(this: void): unknown; restore(this: void, value: unknown): void }
}

/** How it stands with the draft. `at` is when it was last saved, in epoch seconds. */
export type DraftState =
  /** What is typed here is kept. */
  | { readonly kind: 'kept' }
  /** It could not be sent; it will be tried again. */
  | { readonly kind: 'failed' }
  /** Filled in when the form opened. */
  | { readonly kind: 'restored'; readonly at: number }
  /** Not filled in: the record has changed since (`isOld`), or there is input here already. */
  | { readonly kind: 'offered'; readonly at: number; readonly isOld: boolean }
  /** Shown in the form's fields, which are locked meanwhile; `fields` are those it fills. */
  | { readonly kind: 'viewed'; readonly at: number; readonly fields: readonly string[] }
  /** Given up a moment ago; another one may be left, last saved at `nextAt`. */
  | { readonly kind: 'dropped'; readonly nextAt: number }

/**
 * What a person can do: `drop` it, and `undo` that; `view` what is offered, and out of the view `take` it or go `back` to what stood
 * there before.
 */
export type DraftAction = 'drop' | 'undo' | 'view' | 'take' | 'back'

/** The form, as far as its draft goes. */
export interface DraftedForm {
  readonly form: FormInstance
  isDirty(this: void): boolean
  /** The form holds input that is not saved; or holds none any more. */
  markDirty(this: void, dirty: boolean): void
}

/** What a keeper works with. */
export interface Kept extends DraftedForm {
  readonly options: DraftOptions
  readonly store: DraftStore
  /** What the form held outside of its fields when it opened. */
  readonly besideAtFirst: unknown
  /** What stood in the form before anybody typed, prefilled values and all. */
  opened(this: void): Content
  tell(this: void, state: DraftState | undefined): void
}

/** What the code that is fetched later does; see `keeper.ts`. */
export interface Keeper {
  /** Something was typed. */
  changed(this: void): void
  keep(this: void): Promise<boolean>
  isKept(this: void): boolean
  end(this: void): void
  stop(this: void): void
  readonly act: Readonly<Record<DraftAction, () => void>>
}

/** A form's draft, as its parts see it. Without `draft` in the form's options it keeps nothing. */
export interface FormDraft {
  subscribe(this: void, listener: () => void): () => void
  read(this: void): DraftState | undefined
  /** Sends what is not kept yet; true when all that is typed is kept. */
  keep(this: void): Promise<boolean>
  act(this: void, what: DraftAction): void
}
