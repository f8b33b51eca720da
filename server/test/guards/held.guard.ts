import { heldChannel } from '../../src/platform/db/held.ts'
import type { Held } from '../../src/platform/db/held.ts'
import { findFile, handling, isOfTests } from './statement.ts'

/**
 * Watches for requests to other systems within a transaction of this process: its locks would be held for as long as a network takes. The
 * returned function ends that and returns the problems, a sentence each.
 */
export function watchHeld(isExempt: (file: string) => boolean = isOfTests): () => readonly string[] {
  const problems = new Set<string>()
  const see = (message: unknown): void => {
    const { system } = message as Held
    const from = findFile() ?? 'an unknown file'
    if (isExempt(from)) return
    const during = handling.getStore()?.path ?? 'a job'
    problems.add(`${from} asks ${system} within a transaction (${during}): ask in a prepare step, before it`)
  }
  heldChannel.subscribe(see)
  return () => {
    heldChannel.unsubscribe(see)
    return [...problems]
  }
}
