import { randomId } from '../../../api/randomId'
import type { Content, DraftPlace, DraftStore, SavedDraft, Saving } from './store'

export interface OwnDraft {
  /** Makes the next save replace `draft`. */
  goOnWith(this: void, draft: Saving): void
  /** Returns false if the save failed. An empty form is not saved; its draft is dropped. */
  save(this: void, content: Content, isLeaving: boolean): Promise<boolean>
  /** The content as a draft that is not saved yet. */
  snapshot(this: void, content: Content): SavedDraft
  /** Drops this draft and the one it would have replaced. The next save starts a new draft. */
  drop(this: void): void
}

/** The draft of this window; no other window writes it. Each save sends the whole content, one save after another. */
export function createOwnDraft(store: DraftStore, place: DraftPlace, version: string): OwnDraft {
  let draftId = randomId()
  let revision = 0
  let replaces: Saving | undefined
  let queue: Promise<unknown> = Promise.resolve()

  const send = async (content: Content, isLeaving: boolean): Promise<boolean> => {
    revision += 1
    const mine = draftId
    const instead = replaces && { replaces: { draftId: replaces.draftId, revision: replaces.revision } }
    try {
      await store.save({ ...place, version, draftId, revision, content, ...instead }, isLeaving)
    } catch {
      return false
    }
    if (mine === draftId) replaces = undefined
    return true
  }
  const drop = (): void => {
    const gone = [...(revision > 0 ? [{ draftId, revision }] : []), ...(replaces ? [replaces] : [])]
    draftId = randomId()
    revision = 0
    replaces = undefined
    queue = queue.then(() => Promise.all(gone.map((one) => dropDraft(store, one))))
  }
  return {
    goOnWith: (draft) => {
      replaces = draft
    },
    save: (content, isLeaving) => {
      if (Object.keys(content).length === 0) {
        drop()
        return Promise.resolve(true)
      }
      // A closing window does not wait for pending saves.
      if (isLeaving) return send(content, true)
      const mine = draftId
      // Skips a save whose draft was dropped meanwhile.
      const sent = queue.then(() => (mine === draftId ? send(content, false) : true))
      queue = sent
      return sent
    },
    snapshot: (content) => ({ ...place, version, draftId, revision: revision + 1, content }),
    drop,
  }
}

/** Drops a draft. A failure is harmless, because drafts expire after seven days. */
export const dropDraft = (store: DraftStore, { draftId, revision }: Saving): Promise<unknown> =>
  store.drop({ draftId, revision }).catch(() => undefined)
