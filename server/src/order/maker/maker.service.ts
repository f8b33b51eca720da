import type { OrderStep } from '@showroom/contract/order/maker.schema'
import { bumpVersions, insertTimelines, lockCustomerRows } from '../../customer/index.ts'
import type { CustomerRow } from '../../customer/index.ts'
import { notify } from '../../notice/index.ts'
import type { CatalogueSource } from '../../platform/export/catalogue.ts'
import { Overtaken } from '../../platform/db/client.ts'
import type { Actor, EventBus } from '../../platform/live/events.ts'
import type { Decision, Delivery } from '../../platform/open/inbox.service.ts'
import { cancelledVehicles, returnLevels, writeCancellations } from './maker.cancel.ts'
import { deliveryOf, completeDelivery, recordWoken } from './maker.deliver.ts'
import { noticesOfCancellations, noticesOfMoves, noticesOfRefused } from './maker.notices.ts'
import * as repository from './maker.repository.ts'
import type { StepColumns } from './maker.repository.ts'
import { applyStep, startMoving, timeWarnings } from './maker.steps.ts'
import type { MovingOrder } from './maker.steps.ts'
import { entriesOf } from './maker.timeline.ts'

/** Applies messages of the maker's system to the orders of one store. A batch is one transaction, and is answered after its commit. */

export interface MakerDeps {
  readonly catalogue: CatalogueSource
  readonly events: EventBus
}

export type IncomingStep = Delivery<OrderStep, StepColumns>
type Decided = Decision<StepColumns> & { readonly step: IncomingStep }

/** Applies messages in their order, and notifies the managers of the refused ones. */
export async function applySteps(
  deps: MakerDeps,
  by: Actor,
  incoming: readonly IncomingStep[],
): Promise<readonly Decision<StepColumns>[]> {
  const decided = await decide(deps, by, incoming)
  await notifyOfRefused(deps, by, decided)
  return decided
}

/** A retried message was already notified when it was first refused. */
async function notifyOfRefused(deps: MakerDeps, by: Actor, decided: readonly Decided[]): Promise<void> {
  const { display } = await deps.catalogue.get(by.db)
  const refused = decided
    .filter(({ state, step }) => state === repository.stepState.refused && step.keptId === undefined)
    .map(({ own, detail, step }) => ({
      ...own,
      detail,
      statusName: display('orderStatusDics', step.body.status),
    }))
  await notify(by, await noticesOfRefused(by, refused))
}

/** Locks the customers and then the orders, applies the messages in their order, and writes the result. */
async function decide(deps: MakerDeps, by: Actor, steps: readonly IncomingStep[]): Promise<Decided[]> {
  const { db, scope } = by
  const matches = await repository.findOrders(db, scope, [...new Set(steps.map(({ own }) => own.orderNo))])
  const customers = await lockCustomerRows(
    db,
    scope,
    matches.map(({ customerId }) => customerId),
    'store',
  )
  const byCustomer = new Map(customers.map((customer) => [customer.customerId, customer]))
  const ids = matches.map(({ id }) => id)
  const orders = ids.length > 0 ? await repository.lockOrders(db, scope, ids) : []
  // A merge has moved the order to another customer meanwhile.
  if (orders.some(({ customerId }) => !byCustomer.has(customerId))) throw new Overtaken()
  const lines = ids.length > 0 ? await repository.listMovableLines(db, scope, ids) : []
  const moving = new Map(orders.map((order) => [order.orderNo, startMoving(order, lines)]))
  const decided = steps.map((step): Decided => {
    const { own, body, sent, warnings } = step
    const order = moving.get(own.orderNo)
    const result = order ? applyStep(order, body) : { refused: '订单不存在' }
    const { applied, already, refused } = repository.stepState
    return {
      step,
      content: sent,
      warnings: [...warnings, ...(order ? timeWarnings(order.order, body, by.now) : [])],
      own: { ...own, orderId: order?.order.id ?? null, orderStatus: order?.status ?? 0 },
      ...('refused' in result
        ? { state: refused, detail: result.refused }
        : { state: result.changed ? applied : already, detail: '' }),
    }
  })
  await writeMoves(
    deps,
    by,
    [...moving.values()].filter(({ passed }) => passed.length > 0),
    byCustomer,
  )
  return decided
}

/** Writes orders, lines, timeline and customers in one statement each; deliveries and cancellations one by one. */
async function writeMoves(
  deps: MakerDeps,
  by: Actor,
  moved: readonly MovingOrder[],
  customers: ReadonlyMap<number, CustomerRow>,
): Promise<void> {
  if (moved.length === 0) return
  const { db, scope, now } = by
  const customerOf = ({ order }: MovingOrder): CustomerRow => {
    const customer = customers.get(order.customerId)
    if (!customer) throw new Error('an order moves with its customer locked')
    return customer
  }
  await writeCancellations(by, moved)
  await repository.moveOrdersOn(
    db,
    scope,
    moved.map((one) => {
      const deliveredAt = deliveryOf(one, now)
      return {
        id: one.order.id,
        status: one.status,
        deliveredAt,
        deliveredOwnerId: deliveredAt && customerOf(one).ownerId,
      }
    }),
  )
  await repository.moveLinesOn(
    db,
    scope,
    moved.flatMap(({ lines }) => lines),
  )
  const levels = await returnLevels(by, moved, customerOf)
  const delivered = new Set<MovingOrder>()
  for (const one of moved) {
    const deliveredAt = deliveryOf(one, now)
    if (deliveredAt && (await completeDelivery(by, customerOf(one), one, deliveredAt))) delivered.add(one)
  }
  await recordWoken(by, [...delivered].map(customerOf))
  const { display } = await deps.catalogue.get(by.db)
  const nameOf = (status: number): string => display('orderStatusDics', status)
  const vehiclesOf = await cancelledVehicles(by, moved)
  await insertTimelines(
    db,
    scope,
    moved.flatMap((one) => {
      const customer = customerOf(one)
      const level = delivered.has(one) ? 'D' : (levels.get(one.order.dealId) ?? customer.level)
      return entriesOf(one, customer, { level, nameOf, vehiclesOf, now })
    }),
  )
  await notify(by, [
    ...noticesOfMoves(moved, customerOf, nameOf),
    ...(await noticesOfCancellations(by, moved, customerOf, vehiclesOf)),
  ])
  await bumpVersions(db, scope, [...new Set(moved.map(({ order }) => order.customerId))])
}
