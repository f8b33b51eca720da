import type { rooms } from '@showroom/contract'
import type { Room, RoomDeps } from '../platform/room.ts'
import { readSenders } from '../lead/index.ts'
import { createDirectory } from '../platform/open/directory.ts'
import { notifyOfOrders } from './deliver/alert.job.ts'
import { codesOfOrder } from './form/save.repository.ts'
import { makerDocs } from './maker/maker.docs.ts'
import { openMaker, serveMaker } from './maker/maker.routes.ts'
import { orderRoutes } from './order.routes.ts'
import { orderSubscriptions } from './subscriptions.ts'

export { tables } from './order.tables.ts'

export function open(deps: RoomDeps): Room<typeof rooms.order> {
  const { db, secret, log } = deps
  const directory = createDirectory(db, () => readSenders(db, secret, log, 'orders'))
  const inbox = openMaker({ ...deps, directory })
  return {
    handlers: orderRoutes(deps),
    codes: { orderId: codesOfOrder },
    jobs: [notifyOfOrders(deps)],
    subscriptions: orderSubscriptions,
    serve: (http) => serveMaker(http, inbox),
    docs: makerDocs,
    stop: () => inbox.idle(),
  }
}
