import { readSenders } from '../lead/index.ts'
import { createDirectory } from '../platform/open/directory.ts'
import type { RoomTables } from '../platform/db/places.ts'
import { retention } from '../platform/queues/retention.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { recordDocs } from './record.docs.ts'
import { openRecords, serveRecords } from './record.routes.ts'
import { recordPersonal } from './personal.repository.ts'

export const tables = { distributed: ['record_delivery'] } as const satisfies RoomTables

/** Deliveries are kept for `retention.deliveries`; the records they created stay. */
const tidyRecords = {
  name: 'tidy-record-deliveries',
  cron: '35 4 * * *',
  rows: [{ table: 'record_delivery', at: 'handled_at' }],
} as const

/** The room has no calls; other systems use the open routes. */
export function open(deps: RoomDeps): Room<Readonly<Record<string, never>>> {
  const { db, secret, log } = deps
  const inboxDeps = { ...deps, directory: createDirectory(db, () => readSenders(db, secret, log, 'records')) }
  const inbox = openRecords(inboxDeps)
  return {
    personal: recordPersonal,
    handlers: {},
    jobs: [retention(deps, { ...tidyRecords, days: deps.retention.deliveries })],
    serve: (http) => serveRecords(http, inboxDeps, inbox),
    docs: recordDocs,
    stop: () => inbox.idle(),
  }
}
