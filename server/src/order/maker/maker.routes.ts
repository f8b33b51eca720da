import { errors } from '@showroom/contract/kernel/errors'
import { OrderStep } from '@showroom/contract/order/maker.schema'
import type { OrderStepAnswer } from '@showroom/contract/order/maker.schema'
import { readLeniently } from '@showroom/contract/kernel/lenient'
import type { FastifyInstance } from 'fastify'
import type { Batches } from '../../platform/batch.ts'
import { contentId } from '../../platform/open/content.ts'
import { dealerOf, receiptOf, refuseStore, unknownStore } from '../../platform/open/directory.ts'
import type { SenderDirectory } from '../../platform/open/directory.ts'
import { createRates } from '../../platform/open/rates.ts'
import { serveRefused } from '../../platform/open/refused.ts'
import {
  bodyOf,
  OpenRefusal,
  openSender,
  serveOpen,
  success,
  take,
  warned,
} from '../../platform/open/routes.ts'
import type { KeptReader } from '../../platform/open/sender.ts'
import { listRefusedSteps, moveStep, stepState } from './maker.repository.ts'
import { keepUnknown } from './maker.service.ts'
import type { IncomingStep, MakerDeps, StepOutcome } from './maker.service.ts'

/** The open routes of the maker's order system (docs/order-status.md). */

const ordersPath = '/open/v1/orders'
/** Enough for two hundred vehicles with all fields. */
const bodyLimit = 64 * 1024

export interface MakerRouteDeps extends MakerDeps {
  readonly directory: KeptReader<SenderDirectory>
  readonly batches: Batches<IncomingStep, StepOutcome>
}

export function serveMaker(http: FastifyInstance, deps: MakerRouteDeps): void {
  const takes = createRates()

  serveOpen(http, bodyLimit, (scope) => {
    scope.post<{ Params: { orderNo: string } }>(
      `${ordersPath}/:orderNo/status`,
      { bodyLimit },
      async (request, reply) => {
        const sender = await openSender(deps, request, bodyOf(request))
        const { body, sent, warnings } = take(OrderStep, bodyOf(request))
        const wait = takes(sender, 1, performance.now())
        if (wait > 0) throw new OpenRefusal(429, errors.TOO_MANY.text, { retryAfter: wait })
        const orderNo = request.params.orderNo.trim()
        const deliveryId = body.deliveryId || contentId([orderNo, sent])
        const step = { sourceKey: sender.id, orderNo, body: { ...body, deliveryId }, sent, warnings }
        const dealerId = await dealerOf(deps.directory, body.dealerCode)
        if (dealerId === unknownStore)
          throw refuseStore({ ...answerOf(dealerId, await keepUnknown(deps, step)) })
        const outcome = await deps.batches.add(dealerId, step)
        const answer = answerOf(dealerId, outcome)
        if (answer.state !== 'refused') return reply.send(success(answer))
        const status = outcome.orderStatus === 0 ? 404 : 409
        throw new OpenRefusal(status, outcome.detail, { more: { ...answer } })
      },
    )

    serveRefused(scope, ordersPath, deps, {
      list: ({ id }, receipts) => listRefusedSteps(deps.db, id, receipts),
      describe: ({ orderNo, deliveryId, body }) => ({
        orderNo,
        deliveryId,
        status: readLeniently(OrderStep, body).known.status ?? 0,
      }),
      move: ({ id }, dealerId) => moveStep(deps.db, id, dealerId),
      again: ({ id: sourceKey }, rows) =>
        Promise.all(
          rows.map(async ({ dealerId, body: sent, ...row }) => {
            const { data } = readLeniently(OrderStep, sent)
            const isOpen = data === undefined || dealerId === unknownStore
            const outcome = isOpen
              ? { ...row, sourceKey, state: stepState.refused, orderStatus: 0, isNew: false }
              : await deps.batches.add(dealerId, {
                  sourceKey,
                  orderNo: row.orderNo,
                  body: { ...data, deliveryId: row.deliveryId },
                  sent,
                  warnings: row.warnings,
                  keptId: row.id,
                })
            return { ...answerOf(dealerId, outcome), detail: outcome.detail }
          }),
        ),
    })
  })
}

const states = {
  [stepState.applied]: 'applied',
  [stepState.already]: 'already',
  [stepState.refused]: 'refused',
} as const

function answerOf(
  dealerId: number,
  { id, orderNo, state, orderStatus, isNew, warnings }: StepOutcome,
): OrderStepAnswer {
  const told = states[state]
  return {
    receipt: receiptOf(dealerId, id),
    orderNo,
    state: isNew || told === 'refused' ? told : 'repeated',
    orderStatus,
    ...warned(warnings),
  }
}
