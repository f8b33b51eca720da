export interface Listeners {
  /** Returns the function that unsubscribes; made for `useSyncExternalStore`. */
  subscribe(this: void, listener: () => void): () => void
  notify(this: void): void
}

/** Creates the listeners of a value outside React. */
export function createListeners(): Listeners {
  const all = new Set<() => void>()
  return {
    subscribe: (listener) => {
      all.add(listener)
      return () => void all.delete(listener)
    },
    notify: () => {
      for (const listener of all) listener()
    },
  }
}
