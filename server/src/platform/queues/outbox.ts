import { later } from '../clock.ts'
import type { Clock } from '../clock.ts'
import { isPassing } from '../db/fault.ts'
import type { Condition } from '../db/conditions.ts'
import type { Database } from '../db/client.ts'
import type { DB } from '../db/tables.ts'
import type { Logger } from '../observe/log.ts'
import type { Queues, StoreWork } from './queues.ts'
import { findOldest } from './upkeep.repository.ts'
import { changeClaimed, claimRows, waitingIn } from './table.repository.ts'
import type { Claimed, QueueTable, Values } from './table.repository.ts'

/**
 * Sends the rows of a table to another system after their commit, at least once (docs/decisions/0069-one-outbox.md). Each process claims
 * some of a store's due rows; those of a killed process are sent again when their lease ends. A sender is a table and a function.
 */
export interface Outbox<Name extends keyof DB, Row extends object, Result extends Sent<Name>> {
  readonly of: QueueTable<Name, Row>
  /** Maximum number of stores served in parallel by one process. */
  readonly atOnce: number
  /** Rows of a store in one turn, or a function that claims them and returns whether the store has more. */
  readonly turn: number | ((dealerId: number, claiming: Claiming<Row>) => Promise<boolean>)
  /** Rows that one process sends in parallel, and the log's text for an error. Without it a turn sends its rows one after the other. */
  readonly parallel?: { readonly places: number; readonly fault: string }
  /** Sends a row. An unexpected error leaves it claimed, to be sent again when the lease ends. */
  readonly send: (row: Claimed<Row>) => Promise<Result>
  /** Stores a result. By default one update of the row, unless another process has claimed it since. */
  readonly store?: (row: Claimed<Row>, result: Result) => Promise<unknown>
}

/** The result of a try: columns to store, and the seconds until the next try. Without a next try the row must no longer wait. */
export interface Sent<Name extends keyof DB> {
  readonly values: Values<Name>
  readonly pause?: number | undefined
}

/** The result of a failed try: another one after the pause. Without a pause the row is given up. */
export const failed = <Of extends object>(
  values: Of,
  pause: number | undefined,
  givenUp: Of,
): { values: Of; pause?: number } =>
  pause === undefined ? { values: { ...values, ...givenUp } } : { values, pause }

export interface Claiming<Row extends object> {
  /** Rows of the store that are being sent by this process. */
  readonly sending: () => readonly Claimed<Row>[]
  /** Claims and sends up to `limit` rows that meet the condition. Returns whether there were that many. */
  readonly take: (limit: number, where?: Condition) => Promise<boolean>
}

export interface OutboxWork extends Pick<StoreWork, 'wake' | 'run'> {
  /** Stops claiming and resolves when the rows in hand are sent. */
  stop(): Promise<void>
}

interface Deps {
  readonly db: Database
  readonly queues: Pick<Queues, 'open'>
  readonly clock: Clock
  readonly log: Logger
}

/** Retries within this many seconds start at their time; polling is too coarse when a person waits. */
const exactSeconds = 60

/** Opens the queue of an outbox. */
export function openOutbox<Name extends keyof DB, Row extends object, Result extends Sent<Name>>(
  { db, queues, clock, log }: Deps,
  outbox: Outbox<Name, Row, Result>,
): OutboxWork {
  const { of, atOnce, turn, parallel, send } = outbox
  const { store = (row, { values }) => changeClaimed(db, of, row, values) } = outbox
  const sending = new Map<Claimed<Row>, Promise<void>>()
  /** Places of rows that are being claimed. */
  let reserved = 0
  const free = (): number => (parallel ? parallel.places - sending.size - reserved : Infinity)
  const sendingOf = (dealerId: number) => [...sending.keys()].filter((row) => row.dealerId === dealerId)

  async function handle(row: Claimed<Row>): Promise<void> {
    const result = await send(row)
    const { values, pause } = result
    if (pause === undefined) return void (await store(row, result))
    await store(row, { ...result, values: { ...values, [of.dueAt ?? 'due_at']: later(clock(), pause) } })
    if (pause <= exactSeconds) setTimeout(() => work.wake([row.dealerId]), pause * 1000).unref()
  }

  async function handleAside(row: Claimed<Row>, fault: string): Promise<void> {
    try {
      await handle(row)
    } catch (error) {
      if (!isPassing(error)) log.error({ err: error }, fault)
    }
    sending.delete(row)
    work.wake([row.dealerId])
  }

  const work = queues.open({
    name: of.queue,
    for: 'stores',
    atOnce,
    waiting: waitingIn(of),
    readRetried: of.retried && (() => findOldest(db, of)),
    isFull: () => free() <= 0,
    async serve(dealerId, isStopping) {
      const claiming: Claiming<Row> = {
        sending: () => sendingOf(dealerId),
        async take(most, where) {
          const limit = Math.min(most, free())
          if (limit <= 0 || isStopping()) return false
          reserved += limit
          try {
            const now = clock()
            const rows = await claimRows(db, of, dealerId, { now, limit, ...(where && { where }) })
            if (parallel) for (const row of rows) sending.set(row, handleAside(row, parallel.fault))
            else for (const row of rows) await handle(row)
            return rows.length === limit
          } finally {
            reserved -= limit
          }
        },
      }
      const hasMore = await (typeof turn === 'number' ? claiming.take(turn) : turn(dealerId, claiming))
      if (hasMore) return 'more'
      return sendingOf(dealerId).length > 0 ? 'started' : 'done'
    },
  })

  return {
    wake: work.wake.bind(work),
    async run() {
      do {
        await work.run()
        await Promise.all(sending.values())
        await work.idle()
      } while (sending.size > 0)
    },
    async stop() {
      await work.stop()
      await Promise.all(sending.values())
    },
  }
}
