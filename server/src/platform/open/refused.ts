import { readLeniently } from '@showroom/contract/kernel/lenient'
import { Replay, sentStore } from '@showroom/contract/kernel/open'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { secondsOf } from '../clock.ts'
import type { Clock } from '../clock.ts'
import { dealerOf, partsOf, receiptOf, unknownStore } from './directory.ts'
import type { SenderDirectory } from './directory.ts'
import { bodyOf, openSender, parse, success } from './routes.ts'
import type { KeptReader, Sender } from './sender.ts'

/** A refused delivery, as its room stores it. */
interface Refused {
  /** `unknownStore` if it names none of our stores. */
  readonly dealerId: number
  readonly id: number
  readonly detail: string
  /** As it was sent. */
  readonly body: unknown
  readonly receivedAt: Date
}

export interface RefusedDeliveries<Row extends Refused> {
  /** Lists a sender's refused deliveries of all stores: those with the receipts, or all. */
  list(
    sender: Sender,
    receipts?: readonly { readonly dealerId: number; readonly id: number }[],
  ): Promise<Row[]>
  /** Returns fields of a delivery beyond the common ones. */
  describe(row: Row): object
  /** Moves a delivery from the unknown store. Returns false, and deletes it, if that store has received it since. */
  move(row: Row, dealerId: number): Promise<boolean>
  /** Retries deliveries, except those of the unknown store, and returns the result of each. */
  again(sender: Sender, rows: readonly Row[]): Promise<readonly object[]>
}

/** Serves routes for a sender to list and retry its refused deliveries. */
export function serveRefused<Row extends Refused>(
  scope: FastifyInstance,
  path: string,
  deps: { readonly directory: KeptReader<SenderDirectory>; readonly clock: Clock },
  deliveries: RefusedDeliveries<Row>,
): void {
  scope.get(`${path}/refused`, async (request, reply) => {
    const sender = await openSender(deps, request, request.url)
    const directory = await deps.directory.read()
    const data = (await deliveries.list(sender)).map((row) => ({
      receipt: receiptOf(row.dealerId, row.id),
      dealerCode: directory.codeOf(row.dealerId) || codeIn(row.body),
      detail: row.detail,
      receivedAt: secondsOf(row.receivedAt),
      ...deliveries.describe(row),
    }))
    return reply.send(success({ data }))
  })

  scope.post(`${path}/replay`, async (request, reply) => {
    const sender = await openSender(deps, request, bodyOf(request))
    const { receipts } = parse(Replay, bodyOf(request))
    const rows = await deliveries.list(
      sender,
      receipts?.flatMap((one) => partsOf(one) ?? []),
    )
    const placed: Row[] = []
    for (const row of rows) {
      const dealerId =
        row.dealerId === unknownStore ? await dealerOf(deps.directory, codeIn(row.body)) : row.dealerId
      if (dealerId === row.dealerId || (await deliveries.move(row, dealerId)))
        placed.push({ ...row, dealerId })
    }
    return reply.send(success({ receipts: await deliveries.again(sender, placed) }))
  })
}

const SentStore = z.object(sentStore)
const codeIn = (body: unknown): string => readLeniently(SentStore, body).known.dealerCode ?? ''
