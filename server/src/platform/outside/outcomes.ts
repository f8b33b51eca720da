import { doorNames } from '@showroom/contract/system/system.names'
import type { DoorName, DoorState, FailureKind } from '@showroom/contract/system/system.names'
import type { Clock } from '../clock.ts'
import { faultOf } from '../db/fault.ts'
import type { Database } from '../db/client.ts'
import { summaryOf } from '../observe/log.ts'
import type { Logger } from '../observe/log.ts'
import type { Metrics } from '../observe/metrics.ts'
import { OutsideError } from './ask.ts'
import { addOutcome, listOutcomes } from './outcome.repository.ts'
import type { Outcome } from './outcome.repository.ts'

/** Records whether outside systems answer, for the page of the system's state. */

/** Receives the outcomes of one system. */
export interface Door {
  succeeded(): void
  failed(kind: FailureKind): void
  /** Runs a request and records its outcome; any error is a failure of the system. */
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

export interface Outcomes {
  of(name: DoorName): Door
  /** Outcomes of all processes, as stored. */
  read(): Promise<readonly Outcome[]>
  /** Stores the outcomes of this process that are not stored yet. */
  store(): Promise<void>
  /** Starts to store outcomes every few seconds. */
  start(): void
  /** Stores what is left. */
  stop(): Promise<void>
}

/** Outcomes are stored together, beside the requests: a request must not wait for them, nor write in a query's name. */
const storeMs = 5_000
/** A system that works is stored once in this time. */
const calmMs = 60_000

export function failureKindOf(error: unknown): FailureKind {
  if (error instanceof OutsideError) return error.kind
  const { name } = error as Error
  if (name === 'TimeoutError' || name === 'AbortError') return 'timeout'
  return faultOf(error) === 'away' ? 'unreachable' : 'broken'
}

const doorOf = (succeeded: () => void, failed: (kind: FailureKind) => void): Door => ({
  succeeded,
  failed,
  async run(work) {
    try {
      const result = await work()
      succeeded()
      return result
    } catch (error) {
      failed(failureKindOf(error))
      throw error
    }
  },
})

/** A door whose outcomes are not recorded. */
export const unrecorded: Door = doorOf(
  () => undefined,
  () => undefined,
)

export function createOutcomes({
  db,
  clock,
  log,
}: {
  readonly db: Database
  readonly clock: Clock
  readonly log: Logger
}): Outcomes {
  /** Outcomes that are not stored yet. */
  const waiting = new Map<DoorName, Outcome>()
  /** When a success was stored, for systems without a failure since. */
  const calmSince = new Map<DoorName, number>()
  const none = { succeededAt: null, failingSince: null, failures: 0 } as const

  async function store(): Promise<void> {
    const outcomes = [...waiting]
    waiting.clear()
    for (const [name, outcome] of outcomes)
      try {
        await addOutcome(db, outcome)
      } catch (error) {
        // The next outcome of the system replaces this one.
        calmSince.delete(name)
        log.warn({ door: name, error: summaryOf(error) }, 'the outcome of an outside system was not stored')
      }
  }

  let timer: NodeJS.Timeout | undefined
  return {
    of: (name) =>
      doorOf(
        () => {
          const last = calmSince.get(name)
          const now = clock()
          if (last !== undefined && Math.abs(now.getTime() - last) < calmMs) return
          calmSince.set(name, now.getTime())
          const { failedAt = null, failure = '' } = waiting.get(name) ?? {}
          waiting.set(name, { name, succeededAt: now, failedAt, failingSince: null, failure, failures: 0 })
        },
        (failure) => {
          calmSince.delete(name)
          const failedAt = clock()
          const { succeededAt, failingSince, failures } = waiting.get(name) ?? none
          waiting.set(name, {
            name,
            succeededAt,
            failedAt,
            failingSince: failingSince ?? failedAt,
            failure,
            failures: failures + 1,
          })
        },
      ),
    read: () => listOutcomes(db),
    store,
    start() {
      timer = setInterval(() => void store(), storeMs)
    },
    async stop() {
      clearInterval(timer)
      await store()
    },
  }
}

/** Adds a gauge of the systems that are connected, whether they are used or not. */
export function watchDoors(
  metrics: Pick<Metrics, 'watchEach'>,
  outcomes: Pick<Outcomes, 'read'>,
  doors: Readonly<Record<DoorName, DoorState>>,
): void {
  const help = 'Failed requests to an outside system in a row, of all processes; 0 after a success'
  metrics.watchEach('showroom_outside_failures', help, 'system', async () => {
    const failures = new Map((await outcomes.read()).map((one) => [one.name, one.failures]))
    return new Map(
      doorNames.filter((name) => doors[name] === 'on').map((name) => [name, failures.get(name) ?? 0]),
    )
  })
}
