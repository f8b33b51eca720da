import { isDatabaseAway } from '../db/client.ts'
import type { Database } from '../db/client.ts'
import type { Clock } from '../clock.ts'
import type { Job } from '../jobs.ts'
import { summaryOf } from '../log.ts'
import type { Logger } from '../log.ts'
import { announceForgotten, listDue, settleStore } from './queue.repository.ts'
import type { QueueName, Waiting } from './queue.repository.ts'
import { createRing } from './ring.ts'
import type { Ring } from './ring.ts'

/**
 * Queues that serve stores take turns (docs/decisions/0045-turns-by-store.md): a turn is one bounded batch for one store, and a store that has
 * more goes to the end of the ring. Several processes work on the same queue: what one of them takes it holds by row locks or a lease.
 */

export interface StoreQueue {
  readonly name: QueueName
  /** Members whose rights the work needs (`Job.for`): their queues ask before each batch. */
  readonly for: Job['for']
  /** Stores that one process serves at the same time. */
  readonly atOnce: number
  /** Its work, from which follows when a store is served next. Work in a process's hands is due when its lease ends. */
  readonly waiting: Waiting
  /** While true no turn begins: whatever a turn starts and leaves running has no place. `wake` gives turns again. */
  readonly isFull?: () => boolean
  /** One turn: a bounded batch. */
  serve(dealerId: number, isStopping: () => boolean): Promise<Served>
}

/**
 * What a turn leaves: `more` that may be done at once, work that it `started` and that wakes the store again when it ends, or neither: what
 * waits then is not due yet, or in another process's hands.
 */
export type Served = 'more' | 'started' | 'done'

/** The work of one queue in this process. */
export interface StoreWork extends Pick<StoreQueue, 'for'> {
  /** Stores have work, or any may have where none are named. */
  wake(dealerIds?: Iterable<number>): void
  /** Looks which stores have due work, and begins it. */
  poll(): Promise<void>
  /** Settles when no turn is under way. */
  idle(): Promise<void>
  /** Does all that is due. */
  run(): Promise<void>
  /** Ends after the turns under way; the rest waits for another process. */
  stop(): Promise<void>
}

export interface Queues {
  /** Adds a queue; once for each name. */
  open(queue: StoreQueue): StoreWork
  /** Those that are open in this process. */
  readonly works: ReadonlyMap<QueueName, StoreWork>
  /** Looks for due work from now on: also for what other processes were killed over. */
  start(): void
  stop(): Promise<void>
  readonly jobs: readonly Job[]
}

interface Deps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Logger
}

const pollMs = 1_000

export function createQueues({ db, clock, log }: Deps): Queues {
  const opened = new Map<QueueName, { readonly queue: StoreQueue; readonly ring: Ring }>()
  const works = new Map<QueueName, StoreWork>()
  let timer: NodeJS.Timeout | undefined

  async function poll(names: readonly QueueName[]): Promise<void> {
    try {
      for (const { queue, dealerId } of await listDue(db, names, clock()))
        opened.get(queue)?.ring.add([dealerId])
    } catch (error) {
      if (!isDatabaseAway(error)) log.error({ err: error }, 'looking for stores with work failed')
    }
  }
  let looking: Promise<void> | undefined
  const pollAll = (): void => {
    looking ??= poll([...opened.keys()]).finally(() => (looking = undefined))
  }

  return {
    open(queue) {
      const { name, atOnce, isFull, waiting } = queue
      if (opened.has(name)) throw new Error(`queue ${name} is open already`)
      const ring = createRing({
        atOnce,
        isFull,
        async turn(dealerId, isStopping) {
          log.debug({ queue: name, dealerId }, 'turn')
          const served = await queue.serve(dealerId, isStopping)
          // Until then the store's rows in store_work stay: what kills this process loses no work.
          if (served === 'done') await settleStore(db, name, dealerId, waiting, clock())
          return served === 'more'
        },
        // Its row in store_work is there still: the next poll finds it.
        failed(dealerId, error) {
          if (isPassing(error)) log.warn({ queue: name, dealerId, error: summaryOf(error) }, 'a store waits')
          else log.error({ queue: name, dealerId, err: error }, 'serving a store failed')
        },
      })
      opened.set(name, { queue, ring })
      const work: StoreWork = {
        for: queue.for,
        wake(dealerIds) {
          if (dealerIds) ring.add(dealerIds)
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
    jobs: [
      {
        // Of a process of an earlier version, or of a restored table.
        name: 'find-forgotten-work',
        for: 'stores',
        cron: '* * * * *',
        atStart: true,
        async run() {
          for (const [name, { queue }] of opened) await announceForgotten(db, name, queue.waiting)
          await poll([...opened.keys()])
        },
      },
    ],
  }
}

/** The database is away, or another transaction was in the way: the same will work later. */
export const isPassing = (error: unknown): boolean =>
  isDatabaseAway(error) || /^(?:40|53|55|57)/.test((error as { code?: string }).code ?? '')
