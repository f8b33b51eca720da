import type { DraftStore } from './store'

/** Reads when what was sent before has arrived: a form that is closed and opened at once would find what it held a moment earlier. */
export function inOrder(store: DraftStore): DraftStore {
  const sending = new Set<Promise<unknown>>()
  const sent = (answer: Promise<unknown>): Promise<unknown> => {
    const ended = answer.then(forget, forget)
    function forget(): void {
      sending.delete(ended)
    }
    sending.add(ended)
    return answer
  }
  return {
    read: async (place) => {
      await Promise.all(sending)
      return store.read(place)
    },
    save: (...saving) => sent(store.save(...saving)),
    drop: (which) => sent(store.drop(which)),
  }
}
