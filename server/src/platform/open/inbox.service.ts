import type { FieldError } from '@showroom/contract/kernel/errors'
import { Overtaken, transact } from '../db/client.ts'
import type { Database, Executor } from '../db/client.ts'
import type { Clock } from '../clock.ts'
import type { Actor } from '../live/events.ts'
import { mintJobScope } from '../session/session.ts'
import { noSuchStore, unknownStore } from './directory.ts'
import { completeKept, findKept, insertKept } from './inbox.repository.ts'
import type { InboxTable, Kept } from './inbox.repository.ts'
import type { Taken } from './routes.ts'

/** Applies the deliveries of an inbox: each once, with the answer stored beside its effect. */

export interface SentBody {
  readonly deliveryId: string
  readonly dealerCode: string
}

export interface Delivery<Body, Own extends object> extends Taken<Body> {
  readonly sourceKey: number
  readonly own: Own
  /** Id of a refused delivery that is retried. */
  readonly keptId?: number
}

/** The result of a delivery: its state and columns, and what to store of its content. */
export interface Decision<Own extends object> {
  readonly state: number
  readonly detail: string
  readonly warnings: readonly FieldError[]
  readonly content: unknown
  readonly own: Own
}

/** The answer to a delivery. `isNew` is false if it had been answered before. */
export type Outcome<Own extends object> = Kept<Own> & { readonly isNew: boolean }

/** The part of an inbox that a room writes. */
export interface Work<Body extends SentBody, Own extends object, Prepared> {
  readonly table: InboxTable<Own>
  /** The name of the actor in timelines. */
  readonly memberName: string
  /** Asks other systems about a delivery, before the transaction. */
  readonly prepare?: (dealerId: number, delivery: Delivery<Body, Own>) => Promise<Prepared>
  /** Does what the deliveries of a store say, in their order. */
  readonly decide: (
    by: Actor,
    deliveries: readonly Delivery<Body, Own>[],
    prepared: ReadonlyMap<Delivery<Body, Own>, Prepared>,
  ) => Promise<readonly Decision<Own>[]>
}

export interface WorkDeps {
  readonly db: Database
  readonly clock: Clock
}

const keyOf = ({ sourceKey, deliveryId }: Pick<Kept<object>, 'sourceKey' | 'deliveryId'>): string =>
  `${sourceKey} ${deliveryId}`

export function createApplying<Body extends SentBody, Own extends object, Prepared>(
  deps: WorkDeps,
  { table, memberName, prepare, decide }: Work<Body, Own, Prepared>,
) {
  type Incoming = Delivery<Body, Own>
  const nameOf = ({ sourceKey, body: { deliveryId } }: Incoming) => ({ sourceKey, deliveryId })
  const idOf = (one: Incoming): string => keyOf(nameOf(one))

  /** Returns a function that finds the answer to a delivery that needs nothing more. */
  async function readAnswers(db: Executor, dealerId: number, incoming: readonly Incoming[]) {
    const rows = await findKept(db, table, mintJobScope(dealerId, 0), incoming.map(nameOf))
    const states = new Map(rows.map((row) => [keyOf(row), { ...row, isNew: false }]))
    return (one: Incoming): Outcome<Own> | undefined => {
      const row = states.get(idOf(one))
      // A refused delivery may be retried. A concurrent retry may have completed it already.
      return one.keptId === undefined || row?.state !== table.refused ? row : undefined
    }
  }

  /** Inserts new deliveries with their results and updates those of retried ones. Leaves out those that another process stored first. */
  async function store(
    { db, scope, now }: Actor,
    fresh: readonly Incoming[],
    results: readonly Decision<Own>[],
  ) {
    const rows = results.flatMap((result, at) => {
      const one = fresh[at]
      return one ? [{ ...result, ...nameOf(one), id: one.keptId }] : []
    })
    const again = rows.flatMap(({ id, ...row }) => (id === undefined ? [] : [{ ...row, id }]))
    const made = rows.filter(({ id }) => id === undefined)
    const ids = again.length > 0 ? await completeKept(db, table, scope, again, now) : []
    const inserted = made.length > 0 ? await insertKept(db, table, scope, made, now) : []
    return new Map(
      [...again.filter(({ id }) => ids.includes(id)), ...inserted].map((row) => [keyOf(row), row]),
    )
  }

  /** Answers deliveries of a store in their order. A repeated one gets its first answer again, whatever has happened since. */
  async function apply(dealerId: number, incoming: readonly Incoming[]): Promise<Outcome<Own>[]> {
    const prepared = new Map<Incoming, Prepared>()
    if (prepare) {
      const answers = incoming.map(await readAnswers(deps.db, dealerId, incoming))
      if (answers.every((one) => one !== undefined)) return answers
      for (const one of incoming) prepared.set(one, await prepare(dealerId, one))
    }
    return transact(deps.db, async (db) => {
      const by: Actor = { db, scope: mintJobScope(dealerId, 0), memberName, now: deps.clock() }
      const knownOf = await readAnswers(db, dealerId, incoming)
      // The first of each delivery that is repeated within the batch.
      const open = incoming.filter((one) => !knownOf(one))
      const fresh = open.filter((one, at) => open.findIndex((other) => idOf(other) === idOf(one)) === at)
      const made = fresh.length > 0 ? await store(by, fresh, await decide(by, fresh, prepared)) : undefined
      return incoming.map((one) => {
        const answer = knownOf(one) ?? made?.get(idOf(one))
        // Another process stored the same delivery first: start again to return its answer.
        if (!answer) throw new Overtaken()
        return { ...answer, isNew: fresh.includes(one) }
      })
    })
  }

  /** Keeps a delivery for an unknown store, to be retried. */
  async function keepUnknown(delivery: Incoming): Promise<Outcome<Own>> {
    const { own, sent: content, warnings } = delivery
    const row = { ...nameOf(delivery), own, content, warnings, state: table.refused, detail: noSuchStore }
    const [made] = await insertKept(deps.db, table, mintJobScope(unknownStore, 0), [row], deps.clock())
    if (made) return { ...made, isNew: true }
    const answer = (await readAnswers(deps.db, unknownStore, [delivery]))(delivery)
    if (!answer) throw new Overtaken()
    return answer
  }

  return { apply, keepUnknown }
}
