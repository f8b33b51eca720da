import { useSyncExternalStore } from 'react'

/**
 * Returns a hook that tests whether the window is narrower than `pixels`. The value is right at the first render, so
 * the layout does not jump.
 */
export function windowUnder(pixels: number): () => boolean {
  const narrow = typeof matchMedia === 'function' ? matchMedia(`(width < ${pixels}px)`) : undefined
  const subscribe = (changed: () => void) => {
    narrow?.addEventListener('change', changed)
    return () => narrow?.removeEventListener('change', changed)
  }
  return () => useSyncExternalStore(subscribe, () => narrow?.matches ?? false)
}

/** Whether the window has the width of a phone. */
export const useNarrow = windowUnder(768)

/** Whether the window has it now, for code that runs once. */
export const isNarrow = (): boolean =>
  typeof matchMedia === 'function' && matchMedia('(width < 768px)').matches
