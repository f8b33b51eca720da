import { cleanSerial } from '@showroom/contract/kernel/clean'
import { readLeniently } from '@showroom/contract/kernel/lenient'
import { OrderStep } from '@showroom/contract/order/maker.schema'
import type { FastifyInstance } from 'fastify'
import { createInbox } from '../../platform/open/inbox.ts'
import type { Inbox, InboxDeps } from '../../platform/open/inbox.ts'
import { serveOpen } from '../../platform/open/routes.ts'
import { steps, stepState } from './maker.repository.ts'
import type { StepColumns } from './maker.repository.ts'
import { applySteps } from './maker.service.ts'
import type { MakerDeps } from './maker.service.ts'
import { maker } from './maker.timeline.ts'

/** The inbox of the maker's order system, and its open routes (docs/order-status.md). */

const ordersPath = '/open/v1/orders'
/** Enough for two hundred vehicles with all fields. */
const bodyLimit = 64 * 1024

export const openMaker = (deps: InboxDeps & MakerDeps): Inbox<StepColumns> =>
  createInbox<OrderStep, StepColumns>(deps, {
    table: steps,
    path: ordersPath,
    states: {
      [stepState.applied]: 'applied',
      [stepState.already]: 'already',
      [stepState.refused]: 'refused',
    },
    schemaOf: () => OrderStep,
    answer: ({ orderNo, orderStatus }) => ({ orderNo, orderStatus }),
    describe: ({ own: { orderNo }, deliveryId, body }) => ({
      orderNo,
      deliveryId,
      status: readLeniently(OrderStep, body).valid.status ?? 0,
    }),
    statusOf: ({ orderStatus }) => (orderStatus === 0 ? 404 : 409),
    batch: { most: 50, atOnce: 4 },
    memberName: maker,
    decide: (by, deliveries) => applySteps(deps, by, deliveries),
  })

export const serveMaker = (http: FastifyInstance, inbox: Inbox<StepColumns>): void =>
  serveOpen(http, bodyLimit, (scope) => {
    scope.post<{ Params: { orderNo: string } }>(
      `${ordersPath}/:orderNo/status`,
      { bodyLimit },
      (request, reply) => {
        const orderNo = cleanSerial(request.params.orderNo)
        return inbox.receive(request, reply, {
          own: { orderNo, orderId: null, orderStatus: 0 },
          about: orderNo,
        })
      },
    )
    inbox.serveRefused(scope)
  })
