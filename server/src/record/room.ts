import { readSenders } from '../lead/index.ts'
import { createDirectory } from '../platform/open/directory.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { recordDocs } from './record.docs.ts'
import { openRecords, serveRecords } from './record.routes.ts'

export { tables } from './record.tables.ts'

/** The room has no calls; other systems use the open routes. */
export function open(deps: RoomDeps): Room<Readonly<Record<string, never>>> {
  const { db, secret, log } = deps
  const inboxDeps = { ...deps, directory: createDirectory(db, () => readSenders(db, secret, log, 'records')) }
  const inbox = openRecords(inboxDeps)
  return {
    handlers: {},
    serve: (http) => serveRecords(http, inboxDeps, inbox),
    docs: recordDocs,
    stop: () => inbox.idle(),
  }
}
