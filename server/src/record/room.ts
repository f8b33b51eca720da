import { readSenders } from '../lead/index.ts'
import type { DB } from '../platform/db/tables.ts'
import { createDirectory } from '../platform/open/directory.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { recordDocs } from './record.docs.ts'
import { tidyRecords } from './record.job.ts'
import { serveRecords } from './record.routes.ts'

export const tables = ['record_delivery'] as const satisfies readonly (keyof DB)[]

/** No call of the product: other systems come by the open routes. */
export function open(deps: RoomDeps): Room<Readonly<Record<string, never>>> {
  const { db, secret, log } = deps
  const directory = createDirectory(db, () => readSenders(db, secret, log, 'records'))
  return {
    handlers: {},
    jobs: [tidyRecords(deps)],
    serve: (http) => serveRecords(http, { ...deps, directory }),
    docs: recordDocs,
  }
}
