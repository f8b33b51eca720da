import { useLayoutEffect } from 'react'
import { createListeners } from '../api/listeners'

/** Errors that a part of the page shows in place of its content; the general line (FailedReads) leaves them out. */
const counts = new Map<unknown, number>()
const listeners = createListeners()

function count(error: unknown, by: 1 | -1): void {
  const uses = (counts.get(error) ?? 0) + by
  if (uses > 0) counts.set(error, uses)
  else counts.delete(error)
  listeners.notify()
}

/**
 * Registers these errors as shown here while the component is mounted. The number of arguments must stay the same;
 * values that are not errors are ignored.
 */
export function useShownHere(...errors: readonly unknown[]): void {
  useLayoutEffect(() => {
    const here = errors.filter((error) => error instanceof Error)
    for (const error of here) count(error, 1)
    return () => {
      for (const error of here) count(error, -1)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the errors themselves, not their list, which is another one each time
  }, errors)
}

export const shownErrors = {
  subscribe: listeners.subscribe,
  has: (error: unknown): boolean => counts.has(error),
}
