import { Replay } from '@showroom/contract/kernel/open'
import type { FastifyInstance } from 'fastify'
import { secondsOf } from '../clock.ts'
import type { Clock } from '../clock.ts'
import { partsOf, receiptOf } from './directory.ts'
import type { SenderDirectory } from './directory.ts'
import { bodyOf, openSender, parse, success } from './routes.ts'
import type { KeptReader, Sender } from './sender.ts'

/** A refused delivery, as its room stores it. */
interface Refused {
  readonly dealerId: number
  readonly id: number
  readonly detail: string
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
  /** Retries deliveries and returns the result of each. */
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
      dealerCode: directory.codeOf(row.dealerId),
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
    return reply.send(success({ receipts: await deliveries.again(sender, rows) }))
  })
}
