import { type Content, draftStore } from './store'
import type { DraftedForm, DraftOptions, DraftState, FormDraft, Keeper } from './types'

export interface DraftSlot extends FormDraft {
  /** Loads the code and reads earlier drafts; the result ends it. */
  open(this: void, options: DraftOptions, initial: Content): () => void
  /** Called on input, with the fields and their new values. */
  changed(this: void, fields: object): void
  isKept(this: void): boolean
  /** Called when the form was saved or discarded: drops the draft. */
  end(this: void): void
}

/** A form's access to its draft. Usable at once, while the draft code is still loading. */
export function createDraftSlot(drafted: DraftedForm): DraftSlot {
  const listeners = new Set<() => void>()
  let state: DraftState | undefined
  let keeper: Keeper | undefined
  let initial: Content = {}
  let opened: Content | undefined
  let hasTyped = false

  const tell = (next: DraftState | undefined): void => {
    state = next
    for (const listener of listeners) listener()
  }
  const before = (fields: object = {}): Content => {
    opened ??= {
      ...(drafted.form.getFieldsValue(true) as Content),
      ...Object.fromEntries(Object.keys(fields).map((name) => [name, initial[name]])),
    }
    return opened
  }
  return {
    open: (options, from) => {
      initial = from
      const besideAtFirst = options.beside?.read()
      let gone = false
      // DraftNote is loaded together with the rest: if it were loaded once the network is gone, the page would crash.
      Promise.all([import('./keeper'), draftStore(), import('./DraftNote')])
        .then(([{ createKeeper }, store]) => {
          if (gone) return
          keeper = createKeeper({ ...drafted, options, store, besideAtFirst, opened: before, tell })
          if (hasTyped) keeper.changed()
        })
        // Without the code no draft is kept, and leaving the form asks as usual.
        .catch(() => undefined)
      return () => {
        gone = true
        keeper?.stop()
        keeper = undefined
      }
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read: () => state,
    changed: (fields) => {
      before(fields)
      hasTyped = true
      keeper?.changed()
    },
    keep: () => keeper?.keep() ?? Promise.resolve(false),
    isKept: () => keeper?.isKept() ?? false,
    end: () => keeper?.end(),
    act: (what) => keeper?.act[what](),
  }
}
