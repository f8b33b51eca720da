import { useSyncExternalStore } from 'react'

const narrow = typeof matchMedia === 'function' ? matchMedia('(width < 768px)') : undefined

/** Whether the window is a phone's. Known at the first render, so nothing jumps. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      narrow?.addEventListener('change', changed)
      return () => narrow?.removeEventListener('change', changed)
    },
    () => narrow?.matches ?? false,
  )
