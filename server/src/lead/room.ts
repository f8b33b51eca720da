import type { rooms } from '@showroom/contract'
import type { StoreWork } from '../platform/queues/queues.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { createDirectory } from './intake/intake.directory.ts'
import { intakeDocs } from './intake/intake.docs.ts'
import { serveIntake } from './intake/intake.routes.ts'
import { createIntakeWorker } from './intake/intake.worker.ts'
import { leadJobs, watchLeads } from './handle/lead.job.ts'
import { leadRoutes } from './lead.routes.ts'
import { leadSubscriptions } from './subscriptions.ts'
import { leadInverses } from './handle/undo.service.ts'

export { tables } from './lead.tables.ts'

export interface LeadRoom extends Room<typeof rooms.lead> {
  readonly intake: StoreWork
}

export function open(deps: RoomDeps): LeadRoom {
  const { db, live, clock, files, downloads, metrics } = deps
  const directory = createDirectory(deps)
  const intake = createIntakeWorker({ ...deps, directory })
  const wake = (dealerIds: Iterable<number>): void => intake.wake(dealerIds)
  watchLeads(metrics, db)
  return {
    handlers: leadRoutes({ files, downloads, live }),
    jobs: leadJobs({ db, live, clock, wake }),
    serve: (http) => serveIntake(http, { db, directory, clock, wake }),
    docs: intakeDocs,
    inverses: leadInverses,
    subscriptions: leadSubscriptions,
    intake,
  }
}
