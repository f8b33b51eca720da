import { readLeniently } from '@showroom/contract/kernel/lenient'
import { Replay, sentStore } from '@showroom/contract/kernel/open'
import type { FieldError } from '@showroom/contract/kernel/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { createBatches } from '../batch.ts'
import type { Batches } from '../batch.ts'
import { secondsOf } from '../clock.ts'
import type { Clock } from '../clock.ts'
import { faultOf } from '../db/fault.ts'
import { Overtaken } from '../db/client.ts'
import type { Database, Executor } from '../db/client.ts'
import type { Actor } from '../events.ts'
import { transactLive } from '../live.ts'
import type { Live } from '../live.ts'
import { mintJobScope } from '../session/session.ts'
import { contentId } from './content.ts'
import { dealerOf, noSuchStore, partsOf, receiptOf, refuseStore, unknownStore } from './directory.ts'
import type { SenderDirectory } from './directory.ts'
import { completeKept, findKept, insertKept, listRefused, moveKept } from './inbox.repository.ts'
import type { InboxTable, Kept, NewKept, RefusedRow } from './inbox.repository.ts'
import { createRates } from './rates.ts'
import { bodyOf, OpenRefusal, openSender, parse, success, take, warned } from './routes.ts'
import type { Taken } from './routes.ts'
import type { KeptReader, Sender } from './sender.ts'

/**
 * A signed inbox whose deliveries are answered once they are done: one check of the signature, one store by delivery id, one receipt, one
 * list of what was refused, one retry. A room adds the table, the schemas, and what a delivery does.
 */
export interface InboxSpec<Body extends SentBody, Own extends object, Prepared = undefined> {
  readonly table: InboxTable<Own>
  /** Base of the routes `/refused` and `/replay`. */
  readonly path: string
  /** Names of the states in answers. */
  readonly states: Readonly<Record<number, string>>
  readonly schemaOf: (own: Own) => BodySchema
  /** Further fields of an answer, and of a refused delivery in the list. */
  readonly answer: (own: Own) => object
  readonly describe: (row: RefusedRow<Own>) => object
  /** HTTP status of a refusal; 409 by default. */
  readonly statusOf?: (own: Own) => number
  /** Deliveries of a store in one batch, and stores at once. `each`: every delivery has its own transaction and result. */
  readonly batch: { readonly most: number; readonly atOnce: number; readonly each?: true }
  /** Who acts, as the timeline shows it. */
  readonly memberName: string
  /** Asks other systems, before the transaction. */
  readonly prepare?: (dealerId: number, delivery: Delivery<Body, Own>) => Promise<Prepared>
  /** Does what the deliveries of a store say, in their order. */
  readonly decide: (
    by: Actor,
    deliveries: readonly Delivery<Body, Own>[],
    prepared: ReadonlyMap<Delivery<Body, Own>, Prepared>,
  ) => Promise<readonly Decision<Own>[]>
}

interface SentBody {
  readonly deliveryId: string
  readonly dealerCode: string
}
type BodySchema = z.ZodObject<{ dealerCode: z.ZodString; deliveryId: z.ZodCatch<z.ZodString> }>

export interface Delivery<Body, Own extends object> extends Omit<Taken<Body>, 'body'> {
  readonly sourceKey: number
  readonly body: Body
  readonly own: Own
  /** Id of a refused delivery that is retried. */
  readonly keptId?: number
}

export interface Decision<Own extends object> {
  readonly state: number
  readonly detail: string
  readonly warnings: readonly FieldError[]
  /** What to store of the body. */
  readonly content: unknown
  readonly own: Own
}

/** The answer to a delivery. `isNew` is false if it had been answered before. */
export type Outcome<Own extends object> = Kept<Own> & { readonly isNew: boolean }

export interface InboxDeps {
  readonly db: Database
  readonly live: Live
  readonly clock: Clock
  readonly directory: KeptReader<SenderDirectory>
}

export interface Inbox<Own extends object> {
  /** Receives a delivery and answers it. `about` makes the id of a delivery without one. */
  receive(
    request: FastifyRequest,
    reply: FastifyReply,
    what: { own: Own; about: unknown },
  ): Promise<FastifyReply>
  /** Returns the sender and what it sent. Refuses wrong signatures, invalid bodies and senders over their limit. */
  open<Schema extends z.ZodObject>(
    request: FastifyRequest,
    schema: Schema,
  ): Promise<{ sender: Sender; taken: Taken<z.output<Schema>> }>
  /** Adds the routes for a sender to list and retry its refused deliveries. */
  serveRefused(scope: FastifyInstance): void
  /** Resolves when no delivery is in progress. */
  idle(): Promise<void>
}

export function createInbox<Body extends SentBody, Own extends object, Prepared = undefined>(
  deps: InboxDeps,
  spec: InboxSpec<Body, Own, Prepared>,
): Inbox<Own> {
  const { db, clock, directory } = deps
  const { table, states, batch, schemaOf } = spec
  type Incoming = Delivery<Body, Own>
  const limit = createRates()
  const batches: Batches<Incoming, PromiseSettledResult<Outcome<Own>>> = createBatches(
    async (dealerId, all) =>
      batch.each
        ? Promise.allSettled(
            all.map(async (one) => (await applyAll(deps, spec, dealerId, [one]))[0] as Outcome<Own>),
          )
        : (await applyAll(deps, spec, dealerId, all)).map((value) => ({ status: 'fulfilled', value })),
    {
      ...batch,
      sourceOf: ({ sourceKey }) => sourceKey,
      isPassing: (error) => batch.each === true || faultOf(error) !== undefined,
    },
  )

  async function apply(dealerId: number, delivery: Incoming): Promise<Outcome<Own>> {
    const stored = await batches.add(dealerId, delivery)
    if (stored.status === 'rejected') throw stored.reason
    return stored.value
  }

  function answerOf(dealerId: number, { id, state, isNew, warnings, own }: Outcome<Own>) {
    const isShown = isNew || state === table.refused
    return {
      receipt: receiptOf(dealerId, id),
      state: isShown ? states[state] : 'repeated',
      ...spec.answer(own),
      ...warned(warnings),
    }
  }

  async function open<Schema extends z.ZodObject>(request: FastifyRequest, schema: Schema) {
    const sender = await openSender(deps, request, bodyOf(request))
    const taken = take(schema, bodyOf(request))
    limit(sender, 1)
    return { sender, taken }
  }

  async function retry({ id: sourceKey }: Sender, { dealerId, ...row }: RefusedRow<Own>): Promise<object> {
    const { data, left } = readLeniently(schemaOf(row.own), row.body)
    const outcome =
      data === undefined || dealerId === unknownStore
        ? { ...row, isNew: false }
        : await apply(dealerId, {
            sourceKey,
            own: row.own,
            body: { ...data, deliveryId: row.deliveryId } as unknown as Body,
            sent: row.body,
            left,
            warnings: row.warnings,
            keptId: row.id,
          })
    return { ...answerOf(dealerId, outcome), detail: outcome.detail }
  }

  return {
    open,
    async receive(request, reply, { own, about }) {
      const { sender, taken } = await open(request, schemaOf(own))
      const deliveryId = taken.body.deliveryId || contentId([about, taken.sent])
      const body = { ...taken.body, deliveryId } as unknown as Body
      const delivery = { ...taken, body, own, sourceKey: sender.id }
      const dealerId = await dealerOf(directory, body.dealerCode)
      if (dealerId === unknownStore)
        throw refuseStore(answerOf(dealerId, await keepUnknown(deps, spec, delivery)))
      const outcome = await apply(dealerId, delivery)
      const answer = answerOf(dealerId, outcome)
      if (outcome.state !== table.refused) return reply.send(success(answer))
      throw new OpenRefusal(spec.statusOf?.(outcome.own) ?? 409, outcome.detail, { more: answer })
    },
    serveRefused(scope) {
      scope.get(`${spec.path}/refused`, async (request, reply) => {
        const sender = await openSender(deps, request, request.url)
        const { codeOf } = await directory.read()
        const data = (await listRefused(db, table, sender.id)).map((row) => ({
          receipt: receiptOf(row.dealerId, row.id),
          dealerCode: codeOf(row.dealerId) || codeIn(row.body),
          detail: row.detail,
          receivedAt: secondsOf(row.receivedAt),
          ...spec.describe(row),
        }))
        return reply.send(success({ data }))
      })

      scope.post(`${spec.path}/replay`, async (request, reply) => {
        const sender = await openSender(deps, request, bodyOf(request))
        const { receipts } = parse(Replay, bodyOf(request))
        const named = receipts?.flatMap((one) => partsOf(one) ?? [])
        const placed: RefusedRow<Own>[] = []
        for (const row of await listRefused(db, table, sender.id, named)) {
          const dealerId =
            row.dealerId === unknownStore ? await dealerOf(directory, codeIn(row.body)) : row.dealerId
          if (dealerId === row.dealerId || (await moveKept(db, table, row.id, dealerId)))
            placed.push({ ...row, dealerId })
        }
        if (!batch.each)
          return reply.send(success({ receipts: await Promise.all(placed.map((row) => retry(sender, row))) }))
        const answers: object[] = []
        for (const row of placed) answers.push(await retry(sender, row))
        return reply.send(success({ receipts: answers }))
      })
    },
    idle: () => batches.idle(),
  }
}

const SentStore = z.object(sentStore)
const codeIn = (body: unknown): string => readLeniently(SentStore, body).known.dealerCode ?? ''

const keyOf = ({ sourceKey, deliveryId }: Pick<Kept<object>, 'sourceKey' | 'deliveryId'>): string =>
  `${sourceKey} ${deliveryId}`
const nameOf = ({ sourceKey, body: { deliveryId } }: { sourceKey: number; body: SentBody }) => ({
  sourceKey,
  deliveryId,
})

/** Answers deliveries of a store in their order. A repeated one gets its first answer again, whatever has happened since. */
async function applyAll<Body extends SentBody, Own extends object, Prepared>(
  deps: InboxDeps,
  spec: InboxSpec<Body, Own, Prepared>,
  dealerId: number,
  incoming: readonly Delivery<Body, Own>[],
): Promise<Outcome<Own>[]> {
  const { table, prepare } = spec
  const scope = mintJobScope(dealerId, 0)
  const answersTo = async (db: Executor) => {
    const found = await findKept(db, table, scope, incoming.map(nameOf))
    const byKey = new Map(found.map((row) => [keyOf(row), row]))
    return ({ keptId, ...one }: Delivery<Body, Own>): Outcome<Own> | undefined => {
      const known = byKey.get(keyOf(nameOf(one)))
      // A refused delivery may be retried; a concurrent retry may have completed it already.
      return known && (keptId === undefined || known.state !== table.refused)
        ? { ...known, isNew: false }
        : undefined
    }
  }
  const prepared = new Map<Delivery<Body, Own>, Prepared>()
  if (prepare) {
    const known = incoming.map(await answersTo(deps.db))
    if (known.every((one) => one !== undefined)) return known
    for (const one of incoming) prepared.set(one, await prepare(dealerId, one))
  }
  return transactLive(deps, async (db, emitLive) => {
    const by: Actor = { db, scope, memberName: spec.memberName, now: deps.clock(), emitLive }
    const answerTo = await answersTo(db)
    // Keeps one of each delivery that is repeated within the batch.
    const fresh = [
      ...new Map(
        incoming
          .filter((one) => !answerTo(one))
          .toReversed()
          .map((one) => [keyOf(nameOf(one)), one]),
      ).values(),
    ].toReversed()
    const made =
      fresh.length > 0 ? await store(by, spec, fresh, await spec.decide(by, fresh, prepared)) : new Map()
    const answered = new Set<string>()
    return incoming.map((one) => {
      const known = answerTo(one)
      if (known) return known
      const key = keyOf(nameOf(one))
      const answer = made.get(key)
      // Another process stored the same delivery first: start again to return its answer.
      if (!answer) throw new Overtaken()
      const isNew = !answered.has(key)
      answered.add(key)
      return { ...answer, isNew }
    })
  })
}

/** Inserts new deliveries with their answers and updates those of retried ones. */
async function store<Body extends SentBody, Own extends object, Prepared>(
  { db, scope, now }: Actor,
  { table }: InboxSpec<Body, Own, Prepared>,
  deliveries: readonly Delivery<Body, Own>[],
  decisions: readonly Decision<Own>[],
): Promise<ReadonlyMap<string, Kept<Own>>> {
  const rows = deliveries.flatMap((one, at) => {
    const decision = decisions[at]
    return decision ? [{ ...decision, ...nameOf(one), id: one.keptId }] : []
  })
  const again = rows.flatMap(({ id, ...row }) => (id === undefined ? [] : [{ ...row, id }]))
  const fresh: NewKept<Own>[] = rows.flatMap(({ id, ...row }) => (id === undefined ? [row] : []))
  const done = new Set(again.length > 0 ? await completeKept(db, table, scope, again, now) : [])
  const made = fresh.length > 0 ? await insertKept(db, table, scope, fresh, now) : []
  return new Map([...again.filter(({ id }) => done.has(id)), ...made].map((row) => [keyOf(row), row]))
}

/** Keeps a delivery for an unknown store, to be retried. */
async function keepUnknown<Body extends SentBody, Own extends object, Prepared>(
  { db, clock }: InboxDeps,
  { table }: InboxSpec<Body, Own, Prepared>,
  delivery: Delivery<Body, Own>,
): Promise<Outcome<Own>> {
  const scope = mintJobScope(unknownStore, 0)
  const { own, sent: content, warnings } = delivery
  const row = { ...nameOf(delivery), own, content, warnings, state: table.refused, detail: noSuchStore }
  const [made] = await insertKept(db, table, scope, [row], clock())
  if (made) return { ...made, isNew: true }
  const [known] = await findKept(db, table, scope, [row])
  if (!known) throw new Overtaken()
  return { ...known, isNew: false }
}
