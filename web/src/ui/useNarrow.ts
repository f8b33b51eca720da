import { useSyncExternalStore } from 'react'

/**
 * Returns a hook that tests whether the window is narrower than `pixels`. The value is right at the first render, so
 * the layout does not jump.
 */
export function windowUnder(pixels: number): () => boolean {
  const narrow = queryUnder(pixels)
  const subscribe = (changed: () => void) => {
    narrow?.addEventListener('change', changed)
    return () => narrow?.removeEventListener('change', changed)
  }
  return () => useSyncExternalStore(subscribe, () => narrow?.matches ?? false)
}

/** Tests have no windows. */
const queryUnder = (pixels: number): MediaQueryList | undefined =>
  typeof matchMedia === 'function' ? matchMedia(`(width < ${pixels}px)`) : undefined

/** Phones are narrower, in pixels. */
const phonesUnder = 768

/** Whether the window has the width of a phone. */
export const useNarrow = windowUnder(phonesUnder)

/** Whether the window has it now, for code that runs once. */
export const isNarrow = (): boolean => queryUnder(phonesUnder)?.matches ?? false
