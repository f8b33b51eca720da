import type { DraftStore } from './store'

/**
 * Delays reads until earlier saves and drops have arrived. Otherwise a form that is closed and reopened at once would
 * read an outdated draft.
 */
export function inOrder(store: DraftStore): DraftStore {
  let arrived: Promise<unknown> = Promise.resolve()
  const sent = (answer: Promise<unknown>): Promise<unknown> => {
    arrived = Promise.allSettled([arrived, answer]).then(() => undefined)
    return answer
  }
  return {
    read: async (place) => {
      await arrived
      return store.read(place)
    },
    save: (...saving) => sent(store.save(...saving)),
    drop: (which) => sent(store.drop(which)),
  }
}
