import { channel } from 'node:diagnostics_channel'
import type { Table } from './target.ts'

/** Facts of a statement besides its text, collected when it is compiled. */
export interface Facts {
  /** Tables that it writes, that of the outermost command last. */
  readonly writes: readonly Written[]
  /** Whether nothing has changed if the outermost command affects or returns no row. */
  readonly isChained?: boolean
  /** Stores whose rows it reads or writes; empty if the statement names none. */
  readonly dealerIds: readonly number[]
}
export interface Written {
  readonly table: Table
  readonly memberIds?: readonly number[] | undefined
}

/** Rows of a store that were written. */
export interface Change extends Written {
  readonly dealerId: number
}

/** A statement that writes, with its facts, before it is sent: for the guards of the tests. */
export interface SentFacts {
  readonly text: string
  readonly facts: Facts
}
export const factsChannel = channel('showroom:facts')
/** Receives the table of each write whose store is unknown: open pages do not learn of it. */
export const strayChannel = channel('showroom:stray')

/** Rows that the outermost command affected, or returned if it is a query. */
interface Outcome {
  readonly rowCount: number
  readonly isQuery: boolean
}

/** Changes of one transaction. */
export class Changes {
  readonly #changes: Change[] = []
  readonly #dealerIds = new Set<number>()
  /** Writes of statements that name no store. */
  readonly #open: Written[] = []

  /** A statement that names no store belongs to that of the other statements. */
  see({ dealerIds }: Facts): void {
    for (const dealerId of dealerIds) this.#dealerIds.add(dealerId)
  }

  /** Adds a statement that was run. If its outermost command affected no row, the last table is unchanged. */
  add({ writes, dealerIds, isChained }: Facts, { rowCount, isQuery }: Outcome): void {
    const isEmpty = rowCount === 0
    const changed = isEmpty && isChained ? [] : isEmpty && !isQuery ? writes.slice(0, -1) : writes
    for (const written of changed) {
      if (written.memberIds?.length === 0) continue
      if (dealerIds.length === 0) this.#open.push(written)
      for (const dealerId of dealerIds) this.#changes.push({ ...written, dealerId })
    }
  }

  all(): readonly Change[] {
    for (const written of this.#open) {
      if (this.#dealerIds.size === 0 && strayChannel.hasSubscribers) strayChannel.publish(written)
      for (const dealerId of this.#dealerIds) this.#changes.push({ ...written, dealerId })
    }
    return this.#changes
  }
}

/** Changes of one statement outside a transaction. */
export function changesOf(facts: Facts, outcome: Outcome): readonly Change[] {
  const changes = new Changes()
  changes.see(facts)
  changes.add(facts, outcome)
  return changes.all()
}
