import { Replay } from '@showroom/contract/kernel/open'
import { IntakeRequest } from '@showroom/contract/lead/intake.schema'
import type { IntakeReceipt } from '@showroom/contract/lead/intake.schema'
import { errors } from '@showroom/contract/kernel/errors'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { secondsOf } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import { createRates } from '../../platform/open/rates.ts'
import {
  bodyOf,
  OpenRefusal,
  openSender,
  parse,
  serveOpen,
  success,
  warned,
} from '../../platform/open/routes.ts'
import { findDelivery } from './intake.repository.ts'
import { replay, takeIn } from './intake.service.ts'
import type { IntakeDeps } from './intake.service.ts'

/** The open routes of lead sources (docs/intake.md). */

const intakePath = '/open/v1/leads'
/** Enough for fifty leads with all fields. */
const bodyLimit = 512 * 1024

export function serveIntake(http: FastifyInstance, deps: IntakeDeps & { readonly clock: Clock }): void {
  const limit = createRates()

  serveOpen(http, bodyLimit, (scope) => {
    scope.post(intakePath, { bodyLimit }, async (request, reply) => {
      const source = await openSender(deps, request, bodyOf(request))
      const { leads } = parse(IntakeRequest, bodyOf(request))
      limit(source, leads.length)
      const receipts = await takeIn(deps, source, leads, deps.clock())
      return answerReceipts(reply, receipts)
    })

    scope.post(`${intakePath}/replay`, { bodyLimit }, async (request, reply) => {
      const source = await openSender(deps, request, bodyOf(request))
      const { receipts } = parse(Replay, bodyOf(request))
      return reply.send(success({ receipts: await replay(deps, source, receipts, deps.clock()) }))
    })

    scope.get<{ Params: { receipt: string } }>(`${intakePath}/:receipt`, async (request, reply) => {
      const source = await openSender(deps, request, request.url)
      const { receipt } = request.params
      const delivery = await findDelivery(deps.db, source.id, receipt)
      if (!delivery) throw new OpenRefusal(404, '回执不存在')
      const { state, receivedAt, replayedAs, ...rest } = delivery
      return reply.send(
        success({
          receipt,
          ...rest,
          state: replayedAs ? 'replayed' : deliveryStates[state],
          receivedAt: secondsOf(receivedAt),
          ...(replayedAs && { replayedAs }),
        }),
      )
    })
  })
}

const deliveryStates: Readonly<Record<number, string>> = { 0: 'waiting', 1: 'done', 2: 'refused' }

/** Answers 400 if all leads were refused; otherwise the receipts have the details. */
function answerReceipts(reply: FastifyReply, receipts: readonly IntakeReceipt[]): FastifyReply {
  const warnings = receipts.flatMap((receipt, at) =>
    (receipt.warnings ?? []).map(({ path, text }) => ({ path: `leads.${at}.${path}`, text })),
  )
  const answer = { receipts, ...warned(warnings) }
  if (receipts.some((one) => one.state !== 'refused')) return reply.code(202).send(success(answer))
  const [first] = receipts[0]?.errors ?? []
  return reply
    .code(400)
    .send({ status: '-1', code: 400, detail: first?.text ?? errors.INVALID.text, ...answer })
}
