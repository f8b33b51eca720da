import { errors } from '@showroom/contract/kernel/errors'
import { readLeniently } from '@showroom/contract/kernel/lenient'
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
import { contentId } from '../platform/open/content.ts'
import { dealerOf, receiptOf, refuseStore, unknownStore } from '../platform/open/directory.ts'
import type { SenderDirectory } from '../platform/open/directory.ts'
import { createRates } from '../platform/open/rates.ts'
import { serveRefused } from '../platform/open/refused.ts'
import { bodyOf, OpenRefusal, openSender, serveOpen, success, take, warned } from '../platform/open/routes.ts'
import type { Taken } from '../platform/open/routes.ts'
import type { KeptReader, Sender } from '../platform/open/sender.ts'
import { listRefused, moveRecord, recordKind, recordState } from './record.repository.ts'
import type { RecordKind } from './record.repository.ts'
import { keepUnknown } from './record.service.ts'
import type { Incoming, Outcome, RecordDeps } from './record.service.ts'

/** Open routes for phone, test-drive and WeCom systems (docs/records-intake.md). */

export interface RecordRouteDeps extends RecordDeps {
  readonly directory: KeptReader<SenderDirectory>
  readonly batches: Batches<Incoming, PromiseSettledResult<Outcome>>
}

/** Enough for a long conversation with its full transcript. */
const bodyLimit = 2 * 1024 * 1024

const routes = [
  { path: '/open/v1/calls', kind: recordKind.call },
  { path: '/open/v1/testDrives', kind: recordKind.testDrive },
  { path: '/open/v1/contacts', kind: recordKind.contact },
] as const

/** Fields of every kind. */
type AnyRecord = z.ZodObject<{ dealerCode: z.ZodString; deliveryId: z.ZodCatch<z.ZodString> }>
const schemas: Readonly<Record<RecordKind, AnyRecord>> = {
  [recordKind.call]: IncomingCall,
  [recordKind.testDrive]: IncomingDrive,
  [recordKind.contact]: IncomingContact,
}

export function serveRecords(http: FastifyInstance, deps: RecordRouteDeps): void {
  const takes = createRates()

  /** Applies a delivery in the store's turn. */
  async function apply(dealerId: number, incoming: Incoming): Promise<Outcome> {
    const stored = await deps.batches.add(dealerId, incoming)
    if (stored.status === 'rejected') throw stored.reason
    return stored.value
  }

  /** Returns the sender, the delivery and the store; rejects invalid requests and senders over their limit. */
  async function open<Schema extends z.ZodObject<{ dealerCode: z.ZodString }>>(
    request: FastifyRequest,
    schema: Schema,
  ): Promise<{ sender: Sender; taken: Taken<z.output<Schema>>; dealerId: number }> {
    const sender = await openSender(deps, request, bodyOf(request))
    const taken = take(schema, bodyOf(request))
    const wait = takes(sender, 1, performance.now())
    if (wait > 0) throw new OpenRefusal(429, errors.TOO_MANY.text, { retryAfter: wait })
    return { sender, taken, dealerId: await dealerOf(deps.directory, taken.body.dealerCode) }
  }

  serveOpen(http, bodyLimit, (scope) => {
    for (const { path, kind } of routes)
      scope.post(path, { bodyLimit }, async (request, reply) => {
        const { sender, taken, dealerId } = await open(request, schemas[kind])
        const deliveryId = taken.body.deliveryId || contentId([kind, taken.sent])
        const incoming = { ...taken, kind, sourceKey: sender.id, body: { ...taken.body, deliveryId } }
        if (dealerId === unknownStore)
          throw refuseStore({ ...answerOf(dealerId, await keepUnknown(deps, incoming)) })
        const outcome = await apply(dealerId, incoming)
        const answer = answerOf(dealerId, outcome)
        if (answer.state !== 'refused') return reply.send(success(answer))
        throw new OpenRefusal(409, outcome.detail, { more: { ...answer } })
      })

    scope.post('/open/v1/calls/recordings', { bodyLimit }, async (request, reply) => {
      const { taken, dealerId } = await open(request, AskRecording)
      if (dealerId === unknownStore) throw refuseStore()
      const session = { dealerId, memberId: 0 }
      const params = await issueUploadTicket(
        { db: deps.db, session, now: deps.clock() },
        deps.files,
        taken.body.fileName,
      )
      if (!params) throw new OpenRefusal(400, '不支持的文件类型')
      const { host, fields, key: recording, maxBytes } = params
      return reply.send(success({ host, fields, recording, maxBytes, ...warned(taken.warnings) }))
    })

    serveRefused(scope, '/open/v1/records', deps, {
      list: ({ id }, receipts) => listRefused(deps.db, id, receipts),
      describe: ({ deliveryId, kind }) => ({ deliveryId, kind: kindNames[kind as RecordKind] }),
      move: ({ id }, dealerId) => moveRecord(deps.db, id, dealerId),
      async again(sender, rows) {
        const answers: (RecordAnswer & { detail: string })[] = []
        for (const { dealerId, body: sent, ...row } of rows) {
          const kind = row.kind as RecordKind
          const { data, left } = readLeniently(schemas[kind], sent)
          const isOpen = data === undefined || dealerId === unknownStore
          const outcome = isOpen
            ? { ...row, state: recordState.refused, isNew: false }
            : await apply(dealerId, {
                kind,
                sourceKey: sender.id,
                body: { ...data, deliveryId: row.deliveryId },
                sent,
                left,
                warnings: row.warnings,
                keptId: row.id,
              })
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

function answerOf(dealerId: number, { id, state, isNew, warnings }: Outcome): RecordAnswer {
  const told = state === recordState.refused ? 'refused' : isNew ? 'done' : 'repeated'
  return { receipt: receiptOf(dealerId, id), state: told, ...warned(warnings) }
}
