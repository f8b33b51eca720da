import { informCome as informComeCall } from '@showroom/contract/customer/action.api'
import type { InformCome } from '@showroom/contract/customer/action.schema'
import {
  activityType,
  arrivalKind,
  arrivalTypes,
  stoppedOf,
} from '@showroom/contract/customer/customer.rules'
import { dateText, reasonText, whenText } from '@showroom/contract/appointment/text.rules'
import { clockText, dayStart, dayText } from '@showroom/contract/kernel/day'
import { secondsOf } from '../platform/clock.ts'
import { endOf, startOf } from '../platform/db/conditions.ts'
import type { Context } from '../platform/http/handler.ts'
import { offerUndo, unchanged, undone } from '../platform/undo/undo.ts'
import type { Inverse } from '../platform/undo/undo.ts'
import { confirmedArrival, hasArrived, hasVisit, undoneArrival } from './arrival.repository.ts'
import { changeDeal } from './customer.repository.ts'
import type { DealChange } from './customer.repository.ts'
import {
  cancelOpenActivity,
  completeActivity,
  findOpenActivity,
  reopenActivity,
} from './follow/activity.repository.ts'
import { keepAppointments, unkeepAppointments } from './follow/kept.repository.ts'
import { planNext } from './follow/plan.ts'
import { happened } from './events.ts'
import { lockCustomer } from './lock.ts'
import type { LockedCustomer } from './lock.ts'
import { recordTimeline } from './timeline.ts'

/** Confirms arrivals, and takes a confirmation back (docs/decisions/0107-undo-of-arrivals.md). */

/** A confirmed arrival that can be taken back: the file as it left it, and what it changed. */
export interface UndoArrival {
  readonly customerId: number
  readonly rowVersion: number
  /** ISO instant of the arrival. */
  readonly at: string
  /** It is the current deal's first. */
  readonly isFirst: boolean
  /** Appointments that it marked as kept. */
  readonly keptIds: readonly number[]
  /** The planned visit that it completed, with the last contact before; instants are ISO. */
  readonly completed?: { readonly activityId: number; readonly dueAt: string; readonly lastContactAt: string }
}

const reachOf = ({ session }: Context) => (session.flags.allowFront ? 'store' : 'seen')
const dayOf = (now: Date): string => dayText(secondsOf(now))

/**
 * Confirms that the customer came to the store. The undo is 0 if the day had an arrival already, or if the arrival asked the owner or the
 * managers to act.
 */
export async function informCome(context: Context, form: InformCome) {
  const { db, session, now } = context
  const customer = await lockCustomer(context, form.customerId, {
    action: 'confirmArrival',
    reach: reachOf(context),
  })
  const { customerId, name, ownerId, isOwnerAtWork, state } = customer
  const stopped = stoppedOf(state)
  const isAlone =
    stopped === '' && !(await hasVisit(db, session.scope, { customerIds: [customerId], day: dayOf(now) }))
  const { rowVersion, isExpected, planned, before } = await confirmArrival(context, customer)
  const undoId = isAlone && before ? await offerUndo(context, 'arrival', before) : 0
  const came = { customerId, name, ownerId, isOwnerAtWork, stopped, isExpected, planned }
  await happened(context, 'cameIn', { ...came, how: 'confirmed' })
  return { rowVersion, undoId }
}

/**
 * Records in the file of a locked customer that they came to the store: invited if a visit was planned, otherwise by themselves. Completes a visit planned until
 * today. Writes at most one timeline row per day. The caller emits `cameIn` at its end. The front desk may confirm in every state: a lost,
 * reviewed or dormant customer stays so, and the owner or a manager is asked to act. Returns what was planned, whether for today, and what an undo
 * restores, unless the day had an arrival.
 */
export async function confirmArrival(
  context: Context,
  customer: LockedCustomer,
): Promise<{ rowVersion: number; planned: string; isExpected: boolean; before?: UndoArrival }> {
  const { db, session, now } = context
  const { customerId, dealId } = customer
  const open = await findOpenActivity(db, session.scope, dealId)
  const planned = plannedText(context, open)
  const isPlanned = open !== undefined && arrivalTypes.includes(open.type)
  const isDue = open?.type === activityType.visit && open.dueAt < endOf(secondsOf(now))
  if (isDue) await completePlannedVisit(context, customer, open.id)
  const keptIds = await keepAppointments(db, session.scope, customerId, now)
  const isExpected = keptIds.length > 0 || (isPlanned && dayOf(open.dueAt) === dayOf(now))
  if (await hasArrived(db, session.scope, customerId, startOf(secondsOf(now))))
    return { rowVersion: customer.rowVersion, planned, isExpected }
  const invited = keptIds.length > 0 || isPlanned
  const isFirst = customer.arrivedAt === null
  if (isFirst)
    await changeDeal(db, session.scope, dealId, {
      arrived_at: now,
      arrival_kind: invited ? arrivalKind.invited : arrivalKind.byThemselves,
    })
  const { rowVersion } = await recordTimeline(context, customer, {
    ...confirmedArrival,
    content: invited ? '客户应邀到店' : '客户到店',
    facts: { kind: 'arrived', isInvited: invited },
  })
  const lastContactAt = customer.lastContactAt.toISOString()
  const completed = isDue && { activityId: open.id, dueAt: open.dueAt.toISOString(), lastContactAt }
  const before = { customerId, rowVersion, at: now.toISOString(), isFirst, keptIds }
  return { rowVersion, planned, isExpected, before: { ...before, ...(completed && { completed }) } }
}

/** `约10:30试驾松涧`, with the day if it is another one; empty if neither visit nor test drive is planned. */
export function plannedText(
  { catalogue, now }: Context,
  open: Awaited<ReturnType<typeof findOpenActivity>>,
): string {
  if (!open || !arrivalTypes.includes(open.type)) return ''
  const at = secondsOf(open.dueAt)
  const isToday = dayStart(at) === dayStart(secondsOf(now))
  const day = isToday ? '今天' : dateText(at)
  const when = open.minutes ? (isToday ? clockText(at) : whenText(at)) : day
  return `约${when}${reasonText(open.type, catalogue.seriesName(open.testSeriesId ?? 0) ?? '')}`
}

/** Completes the owner's planned visit and plans a call for today, so that the customer stays among the owner's tasks. */
async function completePlannedVisit(
  context: Context,
  { customerId, dealId, ownerId }: LockedCustomer,
  activityId: number,
): Promise<void> {
  const { db, session, now } = context
  await completeActivity(db, session.scope, activityId, {
    type: activityType.visit,
    at: now,
    result: {},
    memberId: ownerId,
  })
  const planned = await planNext(context, { customerId, dealId, ownerId, type: activityType.call, at: now })
  await changeDeal(db, session.scope, dealId, { ...planned, last_follow_at: now })
}

/**
 * Takes an arrival of today back, unless the file has changed since or the customer is received. Numbers of past days stay as they are, so it ends
 * with the day.
 */
export const undoArrival: Inverse<UndoArrival> = {
  of: informComeCall,
  async run(context, { customerId, rowVersion, at, isFirst, keptIds, completed }) {
    const { db, session, now } = context
    const { scope } = session
    const customer = await lockCustomer(context, customerId, { reach: reachOf(context) })
    const arrivedAt = new Date(at)
    if (customer.rowVersion !== rowVersion || arrivedAt < startOf(secondsOf(now))) return unchanged
    await unkeepAppointments(db, scope, keptIds)
    if (completed) await restorePlannedVisit(context, customer, completed)
    if (isFirst) await changeDeal(db, scope, customer.dealId, notArrived)
    await recordTimeline(context, customer, { ...undoneArrival, content: '客户没有到店' })
    await happened(context, 'arrivalUndone', { customerId, name: customer.name, at: arrivedAt })
    return undone
  },
}

const notArrived = { arrived_at: null, arrival_kind: 0 } as const satisfies DealChange

/** Cancels the call that replaced the planned visit, and plans the visit as before. */
async function restorePlannedVisit(
  { db, session, now }: Context,
  { dealId }: LockedCustomer,
  { activityId, dueAt, lastContactAt }: NonNullable<UndoArrival['completed']>,
): Promise<void> {
  await cancelOpenActivity(db, session.scope, dealId, now)
  await reopenActivity(db, session.scope, activityId)
  await changeDeal(db, session.scope, dealId, {
    next_follow_at: new Date(dueAt),
    next_activity_type: activityType.visit,
    last_follow_at: new Date(lastContactAt),
  })
}
