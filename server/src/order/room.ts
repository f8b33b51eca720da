import type { rooms } from '@showroom/contract'
import type { RoomTables } from '../platform/db/places.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { readSenders } from '../lead/index.ts'
import { createDirectory } from '../platform/open/directory.ts'
import { retention } from '../platform/queues/retention.ts'
import { notifyOfOrders } from './deliver/alert.job.ts'
import { makerDocs } from './maker/maker.docs.ts'
import { openMaker, serveMaker } from './maker/maker.routes.ts'
import { orderRoutes } from './order.routes.ts'
import { orderSubscriptions } from './subscriptions.ts'
import { orderPersonal } from './personal.repository.ts'

export const tables = {
  distributed: [
    'vehicle_order',
    'vehicle_order_line',
    'vehicle_order_buyer',
    'order_delivery',
    'order_alert',
    'order_submission',
  ],
} as const satisfies RoomTables

/** Messages of the maker's system are kept for `retention.deliveries`. The orders keep their changes. */
const tidySteps = {
  name: 'tidy-order-deliveries',
  cron: '29 4 * * *',
  rows: [{ table: 'order_delivery', at: 'handled_at' }],
} as const

export function open(deps: RoomDeps): Room<typeof rooms.order> {
  const { db, secret, log } = deps
  const directory = createDirectory(db, () => readSenders(db, secret, log, 'orders'))
  const inbox = openMaker({ ...deps, directory })
  return {
    personal: orderPersonal,
    handlers: orderRoutes(deps),
    jobs: [retention(deps, { ...tidySteps, days: deps.retention.deliveries }), notifyOfOrders(deps)],
    subscriptions: orderSubscriptions,
    serve: (http) => serveMaker(http, inbox),
    docs: makerDocs,
    stop: () => inbox.idle(),
  }
}
