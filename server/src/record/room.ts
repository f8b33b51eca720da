import { readSenders } from '../lead/index.ts'
import { createBatches } from '../platform/batch.ts'
import type { DB } from '../platform/db/tables.ts'
import { createDirectory } from '../platform/open/directory.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { recordDocs } from './record.docs.ts'
import { tidyRecords } from './record.job.ts'
import { serveRecords } from './record.routes.ts'
import { applyRecord } from './record.service.ts'
import type { Incoming, Outcome } from './record.service.ts'

export const tables = ['record_delivery'] as const satisfies readonly (keyof DB)[]

/** The room has no calls; other systems use the open routes. */
/** Deliveries of one store processed together, and stores processed at the same time. */
const batch = { most: 4, atOnce: 4 } as const

export function open(deps: RoomDeps): Room<Readonly<Record<string, never>>> {
  const { db, secret, log } = deps
  const directory = createDirectory(db, () => readSenders(db, secret, log, 'records'))
  // Each delivery has its own transaction and outcome. The batch size leaves database connections for other work.
  const batches = createBatches<Incoming, PromiseSettledResult<Outcome>>(
    (dealerId, all) => Promise.allSettled(all.map((one) => applyRecord(deps, dealerId, one))),
    { ...batch, sourceOf: ({ sourceKey }) => sourceKey, isPassing: () => true },
  )
  return {
    handlers: {},
    jobs: [tidyRecords(deps)],
    serve: (http) => serveRecords(http, { ...deps, directory, batches }),
    docs: recordDocs,
    stop: () => batches.idle(),
  }
}
