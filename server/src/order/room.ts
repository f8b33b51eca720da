import type { rooms } from '@showroom/contract'
import type { DB } from '../platform/db/tables.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { createBatches } from '../platform/batch.ts'
import { readSenders } from '../lead/index.ts'
import { createDirectory } from '../platform/open/directory.ts'
import { faultOf } from '../platform/db/fault.ts'
import { notifyOfOrders } from './deliver/alert.job.ts'
import { makerDocs } from './maker/maker.docs.ts'
import { tidySteps } from './maker/maker.job.ts'
import { serveMaker } from './maker/maker.routes.ts'
import { applySteps } from './maker/maker.service.ts'
import type { IncomingStep, StepOutcome } from './maker/maker.service.ts'
import { orderRoutes } from './order.routes.ts'
import { orderSubscriptions } from './subscriptions.ts'

export const tables = [
  'vehicle_order',
  'vehicle_order_line',
  'vehicle_order_buyer',
  'order_delivery',
  'order_alert',
  'order_submission',
] as const satisfies readonly (keyof DB)[]

/** Steps per transaction, and stores handled concurrently. */
const batch = { most: 50, atOnce: 4 } as const

export function open(deps: RoomDeps): Room<typeof rooms.order> {
  const { db, secret, log } = deps
  const directory = createDirectory(db, () => readSenders(db, secret, log, 'orders'))
  const batches = createBatches<IncomingStep, StepOutcome>(
    (dealerId, steps) => applySteps(deps, dealerId, steps),
    { ...batch, sourceOf: ({ sourceKey }) => sourceKey, isPassing: (error) => faultOf(error) !== undefined },
  )
  return {
    handlers: orderRoutes(deps),
    jobs: [tidySteps(deps), notifyOfOrders(deps)],
    subscriptions: orderSubscriptions,
    serve: (http) => serveMaker(http, { ...deps, directory, batches }),
    docs: makerDocs,
    stop: () => batches.idle(),
  }
}
