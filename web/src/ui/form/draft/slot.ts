import { createListeners } from '../../../api/listeners'
import { type Content, draftStore, type SavedDraft } from './store'
import type { DraftedForm, DraftOptions, DraftState, FormDraft, DraftSaver } from './types'

export interface DraftSlot extends FormDraft {
  /** Loads the code and reads earlier drafts; the result ends it. */
  open(this: void, options: DraftOptions, initial: Content): () => void
  /** Called on input, with the fields and their new values. */
  changed(this: void, fields: object): void
  isKept(this: void): boolean
  /** The present input as a draft that is not saved yet; undefined without a draft. */
  snapshot(this: void): SavedDraft | undefined
  /** Called when the form was saved or discarded: drops the draft. */
  end(this: void): void
}

/** How long leaving a form waits for the draft code before it asks, in milliseconds. */
const soonMs = 2000

/** A form's access to its draft. Usable at once, while the draft code is still loading. */
export function createDraftSlot(drafted: DraftedForm): DraftSlot {
  const listeners = createListeners()
  let state: DraftState | undefined
  let saver: DraftSaver | undefined
  /** Resolves once the draft code is there or cannot be had. */
  let loading: Promise<unknown> = Promise.resolve()
  let initial: Content = {}
  let opened: Content | undefined
  let hasTyped = false

  const tell = (next: DraftState | undefined): void => {
    state = next
    listeners.notify()
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
      const besideAtFirst = options.extra?.read()
      let gone = false
      // DraftNote is loaded together with the rest: if it were loaded once the network is gone, the page would crash.
      loading = Promise.all([import('./saver'), draftStore(), import('./DraftNote')])
        .then(([{ createDraftSaver }, store]) => {
          if (gone) return
          saver = createDraftSaver({ ...drafted, options, store, besideAtFirst, opened: before, tell })
          if (hasTyped) saver.changed()
        })
        // Without the code no draft is kept, and leaving the form asks as usual.
        .catch(() => undefined)
      return () => {
        gone = true
        saver?.stop()
        saver = undefined
      }
    },
    subscribe: listeners.subscribe,
    read: () => state,
    changed: (fields) => {
      before(fields)
      hasTyped = true
      saver?.changed()
    },
    keep: async () => {
      await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, soonMs))])
      return (await saver?.keep()) ?? false
    },
    isKept: () => saver?.isKept() ?? false,
    snapshot: () => saver?.snapshot(),
    end: () => saver?.end(),
    act: (what) => saver?.act[what](),
  }
}
