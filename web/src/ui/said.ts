import { useLayoutEffect } from 'react'

/** Errors that a part of the page shows in place of its content; the general line (FailedReads) leaves them out. */
const said = new Map<unknown, number>()
const listeners = new Set<() => void>()

function count(error: unknown, by: 1 | -1): void {
  const shown = (said.get(error) ?? 0) + by
  if (shown > 0) said.set(error, shown)
  else said.delete(error)
  for (const listener of listeners) listener()
}

/**
 * Registers these errors as shown here while the component is mounted. The number of arguments must stay the same;
 * values that are not errors are ignored.
 */
export function useSaidHere(...errors: readonly unknown[]): void {
  useLayoutEffect(() => {
    const here = errors.filter((error) => error instanceof Error)
    for (const error of here) count(error, 1)
    return () => {
      for (const error of here) count(error, -1)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the errors themselves, not their list, which is another one each time
  }, errors)
}

export const saidStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  has: (error: unknown): boolean => said.has(error),
}
