import type { FieldError } from '@showroom/contract/kernel/errors'
import type { OrderStep } from '@showroom/contract/order/maker.schema'
import { bumpVersions, insertTimelines, lockCustomerRows } from '../../customer/index.ts'
import type { CustomerRow } from '../../customer/index.ts'
import { notify } from '../../notice/index.ts'
import type { CatalogueSource } from '../../platform/catalogue.ts'
import type { Clock } from '../../platform/clock.ts'
import { Overtaken } from '../../platform/db/client.ts'
import type { Database } from '../../platform/db/client.ts'
import type { Actor, EventBus } from '../../platform/events.ts'
import { transactLive } from '../../platform/live.ts'
import type { Live } from '../../platform/live.ts'
import { noSuchStore, unknownStore } from '../../platform/open/directory.ts'
import { mintJobScope } from '../../platform/session/session.ts'
import { cancelledVehicles, returnLevels, writeCancellations } from './maker.cancel.ts'
import { deliveryOf, completeDelivery, notifyWoken } from './maker.deliver.ts'
import { noticesOfCancellations, noticesOfMoves, noticesOfRefused } from './maker.notices.ts'
import * as repository from './maker.repository.ts'
import type { KeptStep, NewStep } from './maker.repository.ts'
import { applyStep, startMoving, timeWarnings } from './maker.steps.ts'
import type { MovingOrder } from './maker.steps.ts'
import { entriesOf, maker } from './maker.timeline.ts'

/** Applies messages of the maker's system to the orders of one store. A batch is one transaction, and is answered after its commit. */

export interface MakerDeps {
  readonly db: Database
  readonly live: Live
  readonly clock: Clock
  readonly catalogue: CatalogueSource
  readonly events: EventBus
}

export interface IncomingStep {
  readonly sourceKey: number
  readonly orderNo: string
  readonly body: OrderStep
  /** The body as it was sent, and its fields that were left out or cut. */
  readonly sent: unknown
  readonly warnings: readonly FieldError[]
  /** Id of a refused message that is retried. */
  readonly keptId?: number
}

/** The answer to a message. `isNew` is false if it had been answered before. */
export type StepOutcome = KeptStep & { readonly isNew: boolean }

const keyOf = (sourceKey: number, deliveryId: string): string => `${sourceKey} ${deliveryId}`
const identityOf = ({ sourceKey, body }: IncomingStep): string => keyOf(sourceKey, body.deliveryId)

/** Answers messages in their order. A repeated message gets its first answer again, whatever has happened to the order since. */
export const applySteps = (
  deps: MakerDeps,
  dealerId: number,
  incoming: readonly IncomingStep[],
): Promise<StepOutcome[]> =>
  transactLive(deps, async (db, emitLive) => {
    const by: Actor = {
      db,
      scope: mintJobScope(dealerId, 0),
      memberName: maker,
      now: deps.clock(),
      emitLive,
    }
    const known = await findKnown(by, incoming)
    // Keeps one of each message that is repeated within the batch.
    const fresh = [...new Map(incoming.toReversed().map((step) => [identityOf(step), step])).values()]
      .toReversed()
      .filter((step) => step.keptId !== undefined || !known.has(identityOf(step)))
    const decided = fresh.length > 0 ? await decide(deps, by, fresh) : []
    const made = await keep(by, decided)
    await notifyOfRefused(deps, by, decided)
    const answers = new Map<string, StepOutcome>()
    for (const [key, step] of known) answers.set(key, { ...step, isNew: false })
    for (const step of made) answers.set(keyOf(step.sourceKey, step.deliveryId), { ...step, isNew: true })
    const answered = new Set<string>()
    return incoming.map((step) => {
      const key = identityOf(step)
      const answer = answers.get(key)
      // Another process stored the same message first: start again to return its answer.
      if (!answer) throw new Overtaken()
      const isNew = answer.isNew && !answered.has(key)
      answered.add(key)
      return { ...answer, isNew }
    })
  })

/** Keeps a message for an unknown store, to be retried. */
export async function keepUnknown({ db, clock }: MakerDeps, step: IncomingStep): Promise<StepOutcome> {
  const scope = mintJobScope(unknownStore, 0)
  const { sourceKey, body } = step
  const refused = { state: repository.stepState.refused, detail: noSuchStore, orderId: null, orderStatus: 0 }
  const row = { ...step, ...refused, deliveryId: body.deliveryId }
  const [made] = await repository.insertSteps(db, scope, [row], clock())
  if (made) return { ...made, isNew: true }
  const [known] = await repository.findSteps(db, scope, [{ sourceKey, deliveryId: body.deliveryId }])
  if (!known) throw new Overtaken()
  return { ...known, isNew: false }
}

async function findKnown(
  { db, scope }: Actor,
  incoming: readonly IncomingStep[],
): Promise<ReadonlyMap<string, KeptStep>> {
  const named = incoming
    .filter(({ keptId }) => keptId === undefined)
    .map(({ sourceKey, body: { deliveryId } }) => ({ sourceKey, deliveryId }))
  const known = named.length > 0 ? await repository.findSteps(db, scope, named) : []
  return new Map(known.map((step) => [keyOf(step.sourceKey, step.deliveryId), step]))
}

type Decided = NewStep & Pick<IncomingStep, 'body'> & { readonly keptId: number | undefined }

/** Inserts new messages with their answers and updates those of retried ones. */
async function keep({ db, scope, now }: Actor, decided: readonly Decided[]): Promise<KeptStep[]> {
  const again = decided.flatMap((step) => (step.keptId === undefined ? [] : [{ ...step, id: step.keptId }]))
  if (again.length > 0) await repository.completeSteps(db, scope, again, now)
  const fresh = decided.filter(({ keptId }) => keptId === undefined)
  return [...again, ...(fresh.length > 0 ? await repository.insertSteps(db, scope, fresh, now) : [])]
}

/** A retried message was already notified when it was first refused. */
async function notifyOfRefused(deps: MakerDeps, by: Actor, decided: readonly Decided[]): Promise<void> {
  const { display } = await deps.catalogue.get()
  const refused = decided
    .filter(({ state, keptId }) => state === repository.stepState.refused && keptId === undefined)
    .map(({ body, ...one }) => ({ ...one, told: display('orderStatusDics', body.status) }))
  await notify(by, await noticesOfRefused(by, refused))
}

/** Locks the customers and then the orders, applies the messages in their order, and writes the result. */
async function decide(deps: MakerDeps, by: Actor, steps: readonly IncomingStep[]): Promise<Decided[]> {
  const { db, scope } = by
  const found = await repository.findOrders(db, scope, [...new Set(steps.map(({ orderNo }) => orderNo))])
  const customers = await lockCustomerRows(
    db,
    scope,
    found.map(({ customerId }) => customerId),
    'store',
  )
  const byCustomer = new Map(customers.map((customer) => [customer.customerId, customer]))
  const ids = found.map(({ id }) => id)
  const orders = ids.length > 0 ? await repository.lockOrders(db, scope, ids) : []
  // A merge has moved the order to another customer meanwhile.
  if (orders.some(({ customerId }) => !byCustomer.has(customerId))) throw new Overtaken()
  const lines = ids.length > 0 ? await repository.listMovableLines(db, scope, ids) : []
  const moving = new Map(orders.map((order) => [order.orderNo, startMoving(order, lines)]))
  const decided = steps.map(({ sourceKey, orderNo, body, keptId, sent, warnings }): Decided => {
    const order = moving.get(orderNo)
    const result = order ? applyStep(order, body) : { refused: '订单不存在' }
    const { applied, already, refused } = repository.stepState
    return {
      sourceKey,
      deliveryId: body.deliveryId,
      orderNo,
      body,
      sent,
      warnings: [...warnings, ...(order ? timeWarnings(order.order, body, by.now) : [])],
      keptId,
      orderId: order?.order.id ?? null,
      orderStatus: order?.status ?? 0,
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
    if (deliveredAt && (await completeDelivery(by, deps.events, customerOf(one), one, deliveredAt)))
      delivered.add(one)
  }
  await notifyWoken(by, deps.events, [...delivered].map(customerOf))
  const { display } = await deps.catalogue.get()
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
  by.emitLive({
    dealerId: scope.dealerId,
    topics: delivered.size + levels.size > 0 ? ['order', 'customer', 'task'] : ['order', 'customer'],
  })
}
