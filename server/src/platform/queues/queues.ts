import { channel } from 'node:diagnostics_channel'
import { isPassing } from '../db/fault.ts'
import type { Database } from '../db/client.ts'
import type { Clock } from '../clock.ts'
import { inBackground } from '../jobs/background.ts'
import type { Job } from '../jobs/jobs.ts'
import { summaryOf } from '../observe/log.ts'
import type { Logger } from '../observe/log.ts'
import { announceForgotten, countWaiting, finishTurn, listDue, readDelays } from './queue.repository.ts'
import type { QueueName, Waiting, WaitingOf, WaitingWork } from './queue.repository.ts'
import { traced } from '../observe/trace.ts'
import { listAllStores } from '../jobs/stores.repository.ts'
import { createRing } from './ring.ts'
import type { Ring } from './ring.ts'

/**
 * Queues whose stores take turns (docs/decisions/0045-turns-by-store.md). A turn is one bounded batch for one store; a store with more work
 * goes to the end of the ring. Several processes can serve the same queue: each protects its claimed work by row locks or a lease.
 */

export interface StoreQueue {
  readonly name: QueueName
  /** For whom the work is (see `Job.for`). Queues that work for members check their rights before each batch. */
  readonly for: Job['for']
  /** Maximum number of stores served in parallel by one process. */
  readonly atOnce: number
  /** The queue's waiting work, which decides when a store is served next. Claimed work is due when its lease ends. */
  readonly waiting: Waiting
  /** Reads since when the oldest work of any store waits for another try, as such work is late although it is not due. */
  readonly readRetried?: (() => Promise<Date | null>) | undefined
  /** While it returns true no turn starts, because the work that turns leave running has reached its limit. `wake` starts turns again. */
  readonly isFull?: () => boolean
  /** Runs one turn: a bounded batch. */
  serve(dealerId: number, isStopping: () => boolean): Promise<Served>
}

/**
 * Result of a turn. `more`: more work can be done at once. `started`: work is still running and wakes the store when it ends. `done`: the
 * remaining work is not due yet, or claimed by another process.
 */
export type Served = 'more' | 'started' | 'done'

/** One queue's worker in this process. */
export interface StoreWork extends Pick<StoreQueue, 'for'> {
  /** Starts turns of these stores, or of all stores with due work. */
  wake(dealerIds?: Iterable<number>): void
  /** Reads which stores have due work and starts their turns. */
  poll(): Promise<void>
  /** Resolves when no turn is running. */
  idle(): Promise<void>
  /** Does all due work. */
  run(): Promise<void>
  /** Stops after the running turns; the remaining work waits for another process. */
  stop(): Promise<void>
}

export interface Queues {
  /** Adds a queue, once per name. */
  open(queue: StoreQueue): StoreWork
  /** Workers of this process. */
  readonly works: ReadonlyMap<QueueName, StoreWork>
  /** Starts polling for due work, including what killed processes left. */
  start(): void
  stop(): Promise<void>
  /** Counts the waiting work of a store. */
  measure(dealerId: number): Promise<readonly WaitingWork[]>
  /** Seconds that the oldest work of each queue has waited, over all stores. */
  delays(): Promise<ReadonlyMap<QueueName, number>>
  readonly jobs: readonly Job[]
}

interface Deps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Logger
}

const pollMs = 1_000

/** Runs each turn of a queue, with the queue's name as its store. */
export const turnChannel = channel('showroom:turn')

/** Runs a turn as a separate trace. */
const serveTraced = (
  queue: StoreQueue,
  ...[dealerId, isStopping]: Parameters<StoreQueue['serve']>
): Promise<Served> =>
  traced({ name: `queue ${queue.name}`, isRoot: true, attributes: { 'showroom.dealer_id': dealerId } }, () =>
    turnChannel.runStores(queue.name, () => queue.serve(dealerId, isStopping)),
  )

/** Serves a queue's stores in turns. */
function ringOf({ db, clock, log }: Deps, queue: StoreQueue): Ring {
  const { name, atOnce, isFull, waiting } = queue
  return createRing({
    atOnce,
    isFull,
    async turn(dealerId, isStopping) {
      log.debug({ queue: name, dealerId }, 'turn')
      const served = await serveTraced(queue, dealerId, isStopping)
      // Until then the rows in store_work are kept, so a killed process loses no work.
      if (served === 'done') await finishTurn(db, name, dealerId, waiting, clock())
      return served === 'more'
    },
    // The row in store_work is kept, so the next poll retries it.
    failed(dealerId, error) {
      if (isPassing(error)) log.warn({ queue: name, dealerId, error: summaryOf(error) }, 'a store waits')
      else log.error({ queue: name, dealerId, err: error }, 'serving a store failed')
    },
  })
}

export function createQueues(deps: Deps): Queues {
  const { db, clock, log } = deps
  const opened = new Map<QueueName, { readonly queue: StoreQueue; readonly ring: Ring }>()
  const works = new Map<QueueName, StoreWork>()
  let timer: NodeJS.Timeout | undefined

  const poll = (names: readonly QueueName[]): Promise<void> =>
    inBackground(async () => {
      try {
        for (const { queue, dealerId } of await listDue(db, names, clock()))
          opened.get(queue)?.ring.add([dealerId])
      } catch (error) {
        if (!isPassing(error)) log.error({ err: error }, 'looking for stores with work failed')
      }
    })
  const waitingOf = (): WaitingOf => [...opened].map(([name, { queue }]) => [name, queue.waiting] as const)
  let looking: Promise<void> | undefined
  const pollAll = (): void => {
    looking ??= poll([...opened.keys()]).finally(() => (looking = undefined))
  }

  return {
    open(queue) {
      const { name } = queue
      if (opened.has(name)) throw new Error(`queue ${name} is open already`)
      const ring = ringOf(deps, queue)
      opened.set(name, { queue, ring })
      const work: StoreWork = {
        for: queue.for,
        wake(dealerIds) {
          if (dealerIds) inBackground(() => ring.add(dealerIds))
          else void poll([name])
        },
        poll: () => poll([name]),
        idle: () => ring.idle(),
        async run() {
          await poll([name])
          await ring.idle()
        },
        stop: () => ring.stop(),
      }
      works.set(name, work)
      return work
    },
    works,
    start() {
      timer = setInterval(pollAll, pollMs)
      pollAll()
    },
    async stop() {
      clearInterval(timer)
      await looking
      await Promise.all([...opened.values()].map(({ ring }) => ring.stop()))
    },
    async measure(dealerId) {
      return countWaiting(db, dealerId, waitingOf(), clock())
    },
    async delays() {
      const now = clock()
      const delays = new Map(await readDelays(db, now))
      for (const [name, { queue }] of opened) {
        const since = await queue.readRetried?.()
        if (since) delays.set(name, Math.max(delays.get(name) ?? 0, (now.getTime() - since.getTime()) / 1000))
      }
      return delays
    },
    jobs: [
      {
        // Finds work added by an earlier version's process or by restoring a table.
        name: 'find-forgotten-work',
        for: 'stores',
        cron: '* * * * *',
        atStart: true,
        async run() {
          await announceForgotten(db, waitingOf(), await listAllStores(db))
          await poll([...opened.keys()])
        },
      },
    ],
  }
}
