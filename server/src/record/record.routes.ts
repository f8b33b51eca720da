import { errors } from '@showroom/contract/kernel/errors'
import {
  AskRecording,
  IncomingCall,
  IncomingContact,
  IncomingDrive,
} from '@showroom/contract/record/record.schema'
import type { RecordAnswer } from '@showroom/contract/record/record.schema'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Batches } from '../platform/batch.ts'
import { issueUploadTicket } from '../platform/files/uploads.ts'
import { dealerOf, receiptOf } from '../platform/open/directory.ts'
import type { SenderDirectory } from '../platform/open/directory.ts'
import { createRates } from '../platform/open/rates.ts'
import { serveRefused } from '../platform/open/refused.ts'
import { bodyOf, OpenRefusal, openSender, parse, serveOpen, success } from '../platform/open/routes.ts'
import type { KeptReader, Sender } from '../platform/open/sender.ts'
import { listRefused, recordKind, recordState } from './record.repository.ts'
import type { RecordKind } from './record.repository.ts'
import type { Incoming, Outcome, RecordDeps } from './record.service.ts'

/** Open routes for phone, test-drive and WeCom systems (docs/records-intake.md). */

export interface RecordRouteDeps extends RecordDeps {
  readonly directory: KeptReader<SenderDirectory>
  readonly batches: Batches<Incoming, PromiseSettledResult<Outcome>>
}

/** Enough for a long conversation with its full transcript. */
const bodyLimit = 2 * 1024 * 1024

const routes = [
  { path: '/open/v1/calls', schema: IncomingCall, kind: recordKind.call },
  { path: '/open/v1/testDrives', schema: IncomingDrive, kind: recordKind.testDrive },
  { path: '/open/v1/contacts', schema: IncomingContact, kind: recordKind.contact },
] as const

export function serveRecords(http: FastifyInstance, deps: RecordRouteDeps): void {
  const takes = createRates()

  /** Applies a delivery in the store's turn. */
  async function apply(dealerId: number, incoming: Incoming): Promise<Outcome> {
    const stored = await deps.batches.add(dealerId, incoming)
    if (stored.status === 'rejected') throw stored.reason
    return stored.value
  }

  /** Returns the sender, the body and the store; rejects invalid requests and senders over their limit. */
  async function open<Body extends { readonly dealerCode: string }>(
    request: FastifyRequest,
    schema: z.ZodType<Body>,
  ): Promise<{ sender: Sender; body: Body; dealerId: number }> {
    const sender = await openSender(deps, request, bodyOf(request))
    const body = parse(schema, bodyOf(request))
    const wait = takes(sender, 1, performance.now())
    if (wait > 0) throw new OpenRefusal(429, errors.TOO_MANY.text, { retryAfter: wait })
    return { sender, body, dealerId: await dealerOf(deps.directory, body.dealerCode) }
  }

  serveOpen(http, bodyLimit, (scope) => {
    for (const { path, schema, kind } of routes)
      scope.post(path, { bodyLimit }, async (request, reply) => {
        const { sender, body, dealerId } = await open(request, schema as z.ZodType<z.output<typeof schema>>)
        const outcome = await apply(dealerId, { kind, sourceKey: sender.id, body })
        const answer = answerOf(dealerId, outcome)
        if (answer.state !== 'refused') return reply.send(success(answer))
        throw new OpenRefusal(409, outcome.detail, { more: { ...answer } })
      })

    scope.post('/open/v1/calls/recordings', { bodyLimit }, async (request, reply) => {
      const { body, dealerId } = await open(request, AskRecording)
      const session = { dealerId, memberId: 0 }
      const params = await issueUploadTicket(
        { db: deps.db, session, now: deps.clock() },
        deps.files,
        body.fileName,
      )
      if (!params) throw new OpenRefusal(400, '不支持的文件类型')
      const { host, fields, key: recording, maxBytes } = params
      return reply.send(success({ host, fields, recording, maxBytes }))
    })

    serveRefused(scope, '/open/v1/records', deps, {
      list: ({ id }, receipts) => listRefused(deps.db, id, receipts),
      describe: ({ deliveryId, kind }) => ({ deliveryId, kind: kindNames[kind as RecordKind] }),
      async again(sender, rows) {
        const answers: (RecordAnswer & { detail: string })[] = []
        for (const { dealerId, id, kind, body } of rows) {
          const again = { kind: kind as RecordKind, sourceKey: sender.id, body: body as never, keptId: id }
          const outcome = await apply(dealerId, again)
          answers.push({ ...answerOf(dealerId, outcome), detail: outcome.detail })
        }
        return answers
      },
    })
  })
}

const kindNames = {
  [recordKind.call]: 'call',
  [recordKind.testDrive]: 'testDrive',
  [recordKind.contact]: 'contact',
} as const

function answerOf(dealerId: number, { id, state, isNew }: Outcome): RecordAnswer {
  const told = state === recordState.refused ? 'refused' : isNew ? 'done' : 'repeated'
  return { receipt: receiptOf(dealerId, id), state: told }
}
