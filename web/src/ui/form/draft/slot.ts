import { type Content, draftStore } from './store'
import type { DraftedForm, DraftOptions, DraftState, FormDraft, Keeper } from './types'

export interface DraftSlot extends FormDraft {
  /** Fetches the code and looks for what was left; the result ends it. */
  open(this: void, options: DraftOptions, initial: Content): () => void
  /** Somebody typed: the fields with their new values. */
  changed(this: void, fields: object): void
  isKept(this: void): boolean
  /** The form was saved, or its input given up: the draft goes. */
  end(this: void): void
}

/** A form's place for its draft: there at once, while the code that fills it is still being fetched. */
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
      // Its words too: where they had to be fetched when the network is gone, the page would go with it.
      Promise.all([import('./keeper'), draftStore(), import('./DraftNote')])
        .then(([{ createKeeper }, store]) => {
          if (gone) return
          keeper = createKeeper({ ...drafted, options, store, besideAtFirst, opened: before, tell })
          if (hasTyped) keeper.changed()
        })
        // Without the code nothing is kept, and leaving asks as everywhere else.
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
