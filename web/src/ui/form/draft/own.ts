import { randomId } from '../../../api/randomId'
import type { Content, DraftPlace, DraftStore, Saving } from './store'

export interface OwnDraft {
  /** With the next saving it takes that one's place. */
  goOnWith(this: void, draft: Saving): void
  /** False when it could not be sent. Of a form that is empty again nothing is kept. */
  save(this: void, content: Content, isLeaving: boolean): Promise<boolean>
  /** It goes, and what it would have replaced. The next saving begins a new one. */
  drop(this: void): void
}

/** The draft of this window, which no other one writes: sent as a whole, one saving after the other. */
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
      // A window that goes does not wait for its turn.
      if (isLeaving) return send(content, true)
      const mine = draftId
      // What was given up meanwhile is not sent after all.
      const sent = queue.then(() => (mine === draftId ? send(content, false) : true))
      queue = sent
      return sent
    },
    drop,
  }
}

/** That one may be left behind for its seven days is no harm. */
export const dropDraft = (store: DraftStore, { draftId, revision }: Saving): Promise<unknown> =>
  store.drop({ draftId, revision }).catch(() => undefined)
