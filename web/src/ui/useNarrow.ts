import { useSyncExternalStore } from 'react'

/** A hook that says whether the window is less wide than that. Known at the first render, so nothing jumps. */
export function windowUnder(pixels: number): () => boolean {
  const narrow = typeof matchMedia === 'function' ? matchMedia(`(width < ${pixels}px)`) : undefined
  const subscribe = (changed: () => void) => {
    narrow?.addEventListener('change', changed)
    return () => narrow?.removeEventListener('change', changed)
  }
  return () => useSyncExternalStore(subscribe, () => narrow?.matches ?? false)
}

/** Whether the window is a phone's. */
export const useNarrow = windowUnder(768)
