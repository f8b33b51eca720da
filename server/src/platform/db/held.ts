import { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'
import type { Logger } from '../observe/log.ts'

/**
 * Requests to other systems while a transaction is open: its locks and its connection would wait for a network. Every driver reports its
 * requests with `reportOutside`; those within a transaction reach the log, and in the tests a guard that fails the file. A handler makes
 * them in its `prepare` step (docs/decisions/0048-prepare-step.md).
 */

/** A system that was asked, by name: `bucket`, `clamd`, a host. */
export interface Held {
  readonly system: string
}

/** Receives a `Held` for each request to another system within a transaction. */
export const heldChannel = channel('showroom:held')

/** Mutable, since work that a transaction starts and does not await inherits it beyond the commit. */
const transactions = new AsyncLocalStorage<{ isOpen: boolean }>()

/** Runs the work of a transaction; until it settles, requests to other systems are reported. */
export async function whileOpen<Result>(work: () => Promise<Result>): Promise<Result> {
  const transaction = { isOpen: true }
  try {
    return await transactions.run(transaction, work)
  } finally {
    transaction.isOpen = false
  }
}

/** Whether the work in progress belongs to an open transaction. */
export const isInTransaction = (): boolean => transactions.getStore()?.isOpen ?? false

/** Runs work that does not belong to the open transaction, for example on a separate connection; `why` is the reason. */
export const besideTransaction = <Result>(_why: string, work: () => Result): Result => transactions.exit(work)

/** Called by every driver before it asks another system. Never throws. */
export function reportOutside(system: string): void {
  if (isInTransaction()) heldChannel.publish({ system } satisfies Held)
}

/** Logs each request to another system within a transaction as an error, until the returned function is called. */
export function logHeld(log: Logger): () => void {
  const see = (message: unknown): void => {
    const { system } = message as Held
    log.error(
      { system, stack: new Error('requested here').stack },
      'a request to another system was sent within a transaction',
    )
  }
  heldChannel.subscribe(see)
  return () => {
    heldChannel.unsubscribe(see)
  }
}
