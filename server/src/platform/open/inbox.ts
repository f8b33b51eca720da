import { readLeniently } from '@showroom/contract/kernel/lenient'
import { Replay, sentStore } from '@showroom/contract/kernel/open'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { createBatches } from '../jobs/batch.ts'
import { secondsOf } from '../clock.ts'
import { isPassing } from '../db/fault.ts'
import { contentId } from './content.ts'
import { dealerOf, partsOf, receiptOf, refuseStore, unknownStore } from './directory.ts'
import type { SenderDirectory } from './directory.ts'
import { listRefused, moveKept } from './inbox.repository.ts'
import type { RefusedRow } from './inbox.repository.ts'
import { createApplying } from './inbox.service.ts'
import type { Delivery, Outcome, SentBody, Work, WorkDeps } from './inbox.service.ts'
import { createRates } from './rates.ts'
import { bodyOf, OpenRefusal, openSender, parse, success, take, warned } from './routes.ts'
import type { Taken } from './routes.ts'
import type { KeptReader, Sender } from './sender.ts'

/**
 * A signed inbox whose deliveries are answered once they are done: one check of the signature, one store by delivery id, one receipt, one
 * list of refused deliveries, one retry (docs/decisions/0069-one-outbox.md). A room adds the table, the schemas, and what a delivery does.
 */
export interface InboxSpec<Body extends SentBody, Own extends object, Prepared> extends Work<
  Body,
  Own,
  Prepared
> {
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
  /** Deliveries of a store in one batch, and stores at once. With `each` every delivery has its own transaction and result. */
  readonly batch: { readonly most: number; readonly atOnce: number; readonly each?: true }
}

type BodySchema = z.ZodObject<{ dealerCode: z.ZodString; deliveryId: z.ZodCatch<z.ZodString> }>

export interface InboxDeps extends WorkDeps {
  readonly directory: KeptReader<SenderDirectory>
}

export interface Inbox<Own extends object> {
  /** Receives a delivery and answers it. `about` makes the id of a delivery without one. */
  receive(
    request: FastifyRequest,
    reply: FastifyReply,
    what: { own: Own; about: unknown },
  ): Promise<FastifyReply>
  /** Returns the sender and its content. Refuses wrong signatures, invalid bodies and senders over their limit. */
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
  const { directory } = deps
  const { table, states, batch, schemaOf } = spec
  const { apply, keepUnknown } = createApplying(deps, spec)
  const limit = createRates()
  const batches = createBatches<Delivery<Body, Own>, Outcome<Own>>(
    async (dealerId, all) => {
      if (!batch.each) return apply(dealerId, all)
      const results = all.map(async (one) => (await apply(dealerId, [one]))[0] as Outcome<Own>)
      await Promise.allSettled(results)
      return results
    },
    { ...batch, sourceOf: ({ sourceKey }) => sourceKey, isPassing },
  )

  function answerOf(dealerId: number, { id, state, isNew, warnings, own }: Outcome<Own>) {
    const wireState = isNew || state === table.refused ? states[state] : 'repeated'
    return { receipt: receiptOf(dealerId, id), state: wireState, ...spec.answer(own), ...warned(warnings) }
  }

  async function open<Schema extends z.ZodObject>(request: FastifyRequest, schema: Schema) {
    const sender = await openSender(deps, request, bodyOf(request))
    const taken = take(schema, bodyOf(request))
    limit(sender, 1)
    return { sender, taken }
  }

  /** Retries a delivery, unless it still names no store or its content is no longer valid. */
  async function retry({ dealerId, body: sent, ...row }: RefusedRow<Own>): Promise<object> {
    const { data, left } = readLeniently(schemaOf(row.own), sent)
    const isOpen = data === undefined || dealerId === unknownStore
    const body = { ...data, deliveryId: row.deliveryId } as unknown as Body
    const outcome = isOpen
      ? { ...row, isNew: false }
      : await batches.add(dealerId, { ...row, body, sent, left, keptId: row.id })
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
      if (dealerId === unknownStore) throw refuseStore(answerOf(dealerId, await keepUnknown(delivery)))
      const outcome = await batches.add(dealerId, delivery)
      const answer = answerOf(dealerId, outcome)
      if (outcome.state !== table.refused) return reply.send(success(answer))
      throw new OpenRefusal(spec.statusOf?.(outcome.own) ?? 409, outcome.detail, { more: answer })
    },
    serveRefused: (scope) => serveRefused(scope, deps, spec, retry),
    idle: () => batches.idle(),
  }
}

/** Serves the routes for a sender to list and retry its refused deliveries. */
function serveRefused<Body extends SentBody, Own extends object, Prepared>(
  scope: FastifyInstance,
  deps: InboxDeps,
  { table, path, describe, batch }: InboxSpec<Body, Own, Prepared>,
  retry: (row: RefusedRow<Own>) => Promise<object>,
): void {
  const { db, directory } = deps

  /** Moves a delivery of the unknown store to its store, if that exists now. Returns none if that store has received it since. */
  async function place(row: RefusedRow<Own>): Promise<RefusedRow<Own>[]> {
    if (row.dealerId !== unknownStore) return [row]
    const dealerId = await dealerOf(directory, codeIn(row.body))
    const isHere = dealerId === unknownStore || (await moveKept(db, table, row.id, dealerId))
    return isHere ? [{ ...row, dealerId }] : []
  }

  scope.get(`${path}/refused`, async (request, reply) => {
    const sender = await openSender(deps, request, request.url)
    const stores = await directory.read()
    const data = (await listRefused(db, table, sender.id)).map((row) => ({
      receipt: receiptOf(row.dealerId, row.id),
      dealerCode: stores.codeOf(row.dealerId) || codeIn(row.body),
      detail: row.detail,
      receivedAt: secondsOf(row.receivedAt),
      ...describe(row),
    }))
    return reply.send(success({ data }))
  })

  scope.post(`${path}/replay`, async (request, reply) => {
    const sender = await openSender(deps, request, bodyOf(request))
    const { receipts: sent } = parse(Replay, bodyOf(request))
    const named = sent?.flatMap((one) => partsOf(one) ?? [])
    const placed: RefusedRow<Own>[] = []
    for (const row of await listRefused(db, table, sender.id, named)) placed.push(...(await place(row)))
    if (!batch.each) return reply.send(success({ receipts: await Promise.all(placed.map(retry)) }))
    const receipts: object[] = []
    for (const row of placed) receipts.push(await retry(row))
    return reply.send(success({ receipts }))
  })
}

const SentStore = z.object(sentStore)
const codeIn = (body: unknown): string => readLeniently(SentStore, body).valid.dealerCode ?? ''
