import {
  AskRecording,
  IncomingCall,
  IncomingContact,
  IncomingDrive,
} from '@showroom/contract/record/record.schema'
import type { FastifyInstance } from 'fastify'
import { issueUploadTicket } from '../platform/files/uploads.ts'
import { dealerOf, refuseStore, unknownStore } from '../platform/open/directory.ts'
import { createInbox } from '../platform/open/inbox.ts'
import type { Inbox, InboxDeps } from '../platform/open/inbox.ts'
import { OpenRefusal, serveOpen, success, warned } from '../platform/open/routes.ts'
import { recordKind, records, recordState } from './record.repository.ts'
import type { RecordColumns } from './record.repository.ts'
import { applyRecord, findRecording } from './record.service.ts'
import type { RecordDeps, SentRecord } from './record.service.ts'

/** The inbox of phone, test-drive and WeCom systems, and its open routes (docs/records-intake.md). */

/** Enough for a long conversation with its full transcript. */
const bodyLimit = 2 * 1024 * 1024

const kinds = {
  [recordKind.call]: { path: '/open/v1/calls', name: 'call', schema: IncomingCall },
  [recordKind.testDrive]: { path: '/open/v1/testDrives', name: 'testDrive', schema: IncomingDrive },
  [recordKind.contact]: { path: '/open/v1/contacts', name: 'contact', schema: IncomingContact },
} as const

export const openRecords = (deps: InboxDeps & RecordDeps): Inbox<RecordColumns> =>
  createInbox<SentRecord, RecordColumns, Awaited<ReturnType<typeof findRecording>>>(deps, {
    table: records,
    path: '/open/v1/records',
    states: { [recordState.done]: 'done', [recordState.refused]: 'refused' },
    schemaOf: ({ kind }) => kinds[kind].schema,
    answer: () => ({}),
    describe: ({ deliveryId, own }) => ({ deliveryId, kind: kinds[own.kind].name }),
    // The batch size leaves database connections for other work.
    batch: { most: 4, atOnce: 4, each: true },
    memberName: '',
    prepare: (dealerId, delivery) => findRecording(deps, dealerId, delivery),
    decide: (by, deliveries, recordings) =>
      Promise.all(deliveries.map((delivery) => applyRecord(by, delivery, recordings.get(delivery)))),
  })

export const serveRecords = (
  http: FastifyInstance,
  deps: InboxDeps & RecordDeps,
  inbox: Inbox<RecordColumns>,
): void =>
  serveOpen(http, bodyLimit, (scope) => {
    for (const kind of Object.values(recordKind))
      scope.post(kinds[kind].path, { bodyLimit }, (request, reply) =>
        inbox.receive(request, reply, { own: { kind }, about: kind }),
      )

    scope.post('/open/v1/calls/recordings', { bodyLimit }, async (request, reply) => {
      const { taken } = await inbox.open(request, AskRecording)
      const dealerId = await dealerOf(deps.directory, taken.body.dealerCode)
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

    inbox.serveRefused(scope)
  })
