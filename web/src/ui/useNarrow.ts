import { useSyncExternalStore } from 'react'

/**
 * Returns a hook that tests whether the window is narrower than `pixels`. The value is right at the first render, so
 * the layout does not jump, and stays while the page is printed: what another layout needs is not loaded then.
 */
export function windowUnder(pixels: number): () => boolean {
  const narrow = queryUnder(pixels)
  const paper = queryOf('print')
  let is = false
  const read = (): boolean => {
    if (!paper?.matches) is = narrow?.matches ?? false
    return is
  }
  read()
  const subscribe = (changed: () => void) => {
    narrow?.addEventListener('change', changed)
    return () => narrow?.removeEventListener('change', changed)
  }
  return () => useSyncExternalStore(subscribe, read)
}

/** Tests have no windows. */
const queryOf = (media: string): MediaQueryList | undefined =>
  typeof matchMedia === 'function' ? matchMedia(media) : undefined
const queryUnder = (pixels: number) => queryOf(`(width < ${pixels}px)`)

/** Phones are narrower, in pixels. */
const phonesUnder = 768

/** Whether the window has the width of a phone. */
export const useNarrow = windowUnder(phonesUnder)

/** Whether the window has it now, for code that runs once. */
export const isNarrow = (): boolean => queryUnder(phonesUnder)?.matches ?? false
