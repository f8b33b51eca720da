import type { DraftStore } from './store'

/** Reads when what was sent before has arrived: a form that is closed and opened at once would find what it held a moment earlier. */
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
