import { cancel as cancelCall, move as moveCall } from '@showroom/contract/appointment/appointment.api'
import type { CancelAppointment, MoveAppointment } from '@showroom/contract/appointment/appointment.schema'
import { nextDateProblem } from '@showroom/contract/customer/add.schema'
import { hoursText } from '@showroom/contract/customer/appointment.rules'
import type { Span } from '@showroom/contract/customer/appointment.rules'
import { activityType, arrivalTypes, timelineType } from '@showroom/contract/customer/customer.rules'
import { dayText } from '@showroom/contract/kernel/day'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import {
  cancelOpenActivity,
  changeDeal,
  findOpenActivity,
  insertActivity,
  lockCustomer,
  recordTimeline,
} from '../../customer/index.ts'
import type { LockedCustomer } from '../../customer/index.ts'
import { listAtWork } from '../../attendance/index.ts'
import { notify } from '../../notice/index.ts'
import { audit } from '../../platform/auditing/audit.ts'
import { secondsOf } from '../../platform/clock.ts'
import type { Actor } from '../../platform/live/events.ts'
import { actorOf } from '../../platform/http/handler.ts'
import type { Context } from '../../platform/http/handler.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { offerUndo, unchanged, undone } from '../../platform/undo/undo.ts'
import type { Inverse } from '../../platform/undo/undo.ts'
import { bookAgain, hold } from './booking.service.ts'
import { isHandedOver } from '../drive/drive.repository.ts'

/** Moves and cancels appointments, and takes both back (docs/decisions/0097-appointments-move-with-their-plan.md). */

/** When a customer comes, and in which car; without an hour `minutes` is 0 and `startsAt` any second of the day. */
export interface Plan extends Span {
  readonly carId: number
}

/** A move that can be taken back: the file as it left it, and the plan before. */
export interface UndoMove {
  readonly customerId: number
  readonly rowVersion: number
  readonly was: Plan
}

/** A cancellation that can be taken back; the kind is that of the ended plan. */
export interface UndoCancel extends UndoMove {
  readonly kind: Kind
}

/** The front desk moves appointments of the whole store. */
const reachOf = ({ session }: Context) => (session.flags.allowFront ? ({ reach: 'store' } as const) : {})

/** Locks the customer of a planned visit or test drive whose keys are not handed over. */
async function lockAppointment(context: Context, request: CancelAppointment, what: string) {
  const { db, session } = context
  const customer = await lockCustomer(context, request.customerId, {
    action: 'follow',
    ...reachOf(context),
  })
  const open = await findOpenActivity(db, session.scope, customer.dealId)
  if (open?.id !== request.activityId || !arrivalTypes.includes(open.type)) throw new Refusal('STALE')
  if (await isHandedOver(db, session.scope, open.id))
    throw new Refusal('STALE', { text: `试驾车的钥匙已交出，不能${what}` })
  return { customer, open, by: { db, scope: session.scope, now: context.now } }
}

/** Moves a planned visit or test drive to another hour, length or car. */
export async function moveAppointment(context: Context, request: MoveAppointment) {
  const { customer, open, by } = await lockAppointment(context, request, '改约')
  await replan(by, customer, open, request)
  const to = planText(request)
  const { rowVersion } = await recordTimeline(context, customer, {
    type: timelineType.annotated,
    subject: '改约',
    content: `预约改为${to}`,
  })
  await notifyOwner(context, customer, `将客户${customer.name}的预约改为${to}`)
  const was = planOf(open)
  const { customerId } = customer
  await audit(context, 'appointment-move', `customer:${customerId}`, { old: planText(was), new: to })
  return { undoId: await offerUndo(context, 'appointmentMoved', { customerId, rowVersion, was }) }
}

/** Ends an appointment without a no-show. A call of today takes its place. */
export async function cancelAppointment(context: Context, request: CancelAppointment) {
  const { customer, open, by } = await lockAppointment(context, request, '取消')
  const [callerId = customer.ownerId] = await listAtWork(by, customer.ownerId)
  await callInstead(by, customer, callerId)
  const was = planOf(open)
  const content = `取消了${planText(was)}的${open.type === activityType.testDrive ? '试驾' : '到店'}预约`
  const { rowVersion } = await recordTimeline(context, customer, {
    type: timelineType.annotated,
    subject: '取消预约',
    content,
  })
  await notifyMember(context, customer, callerId, `${content}，客户${customer.name}，请电话联系`)
  const { customerId } = customer
  await audit(context, 'appointment-cancel', `customer:${customerId}`, { old: planText(was), new: null })
  const kind = { type: open.type, testSeriesId: open.testSeriesId, appointmentId: appointmentOf(open) }
  return { undoId: await offerUndo(context, 'appointmentCancelled', { customerId, rowVersion, was, kind }) }
}

/** Plans a call of today in place of a locked customer's appointment, so that the customer stays among the tasks of a member at work. */
export const callInstead = (by: By, customer: Planned, callerId: number) =>
  replace(
    by,
    { ...customer, ownerId: callerId },
    { type: activityType.call, testSeriesId: null },
    { startsAt: secondsOf(by.now), minutes: 0, carId: 0 },
  )

/** Plans the visit or test drive as it was before, unless the file has changed or the car has been taken since. */
const undoAs = (
  what: string,
  action: 'appointment-move-undo' | 'appointment-cancel-undo',
): Inverse<UndoMove & Partial<UndoCancel>>['run'] =>
  async function run(context, { customerId, rowVersion, was, kind }) {
    const { db, session, now } = context
    const by = { db, scope: session.scope, now }
    const customer = await lockCustomer(context, customerId, reachOf(context))
    const open = await findOpenActivity(db, session.scope, customer.dealId)
    if (customer.rowVersion !== rowVersion || !open) return unchanged
    const booking = await replace(by, customer, kind ?? { ...open, appointmentId: appointmentOf(open) }, was)
    if (was.carId && !(await bookAgain(db, session.scope, booking)))
      throw new Refusal('STALE', { text: '原来的试驾车这段时间已被预约，无法撤销' })
    const to = planText(was)
    await recordTimeline(context, customer, {
      type: timelineType.undone,
      subject: `撤销${what}`,
      content: `预约恢复为${to}`,
    })
    await audit(context, action, `customer:${customerId}`, {
      old: kind ? null : planText(planOf(open)),
      new: to,
    })
    await notifyOwner(context, customer, `撤销了${what}，客户${customer.name}的预约恢复为${to}`)
    return undone
  }

export const undoMove: Inverse<UndoMove> = { of: moveCall, run: undoAs('改约', 'appointment-move-undo') }
export const undoCancel: Inverse<UndoCancel> = {
  of: cancelCall,
  run: undoAs('取消预约', 'appointment-cancel-undo'),
}

type Open = NonNullable<Awaited<ReturnType<typeof findOpenActivity>>>
type Kind = Pick<Open, 'type' | 'testSeriesId'> & { readonly appointmentId?: number | undefined }

/** First activity of the appointment. Links, texts and the calendar know it by this id. */
export const appointmentOf = ({ id, appointmentId }: Pick<Open, 'id' | 'appointmentId'>): number =>
  appointmentId ?? id

/** When an open activity is planned, and its car. */
export const planOf = ({ dueAt, minutes, carId }: Open): Plan => ({
  startsAt: secondsOf(dueAt),
  minutes: minutes ?? 0,
  carId: carId ?? 0,
})

type By = Pick<Actor, 'db' | 'scope' | 'now'>
type Planned = Pick<LockedCustomer, 'customerId' | 'dealId' | 'ownerId' | 'level'>

/**
 * Plans a locked customer's appointment for another time, books its car, and returns the new activity's id. The day must lie in the
 * level's window.
 */
export async function replan(by: By, customer: Planned, open: Open, plan: Plan): Promise<number> {
  const late = nextDateProblem({ level: customer.level, nextDate: plan.startsAt }, secondsOf(by.now))
  if (late) throw refuseField('INVALID', 'startsAt', late)
  if (plan.carId && open.type !== activityType.testDrive)
    throw refuseField('INVALID', 'carId', '只有试驾可以预约试驾车')
  const booking = await replace(by, customer, { ...open, appointmentId: appointmentOf(open) }, plan)
  await hold(by, booking, { start: 'startsAt', car: 'carId' })
  return booking.activityId
}

/**
 * Replaces the open activity, if any, by one with another plan, which continues its appointment, and returns what it books. Like every change of a plan it cancels the activity and
 * plans another one, so that numbers of past days stay.
 */
export async function replace(
  { db, scope, now }: By,
  { customerId, dealId, ownerId }: Planned,
  kind: Kind,
  { startsAt, minutes, carId }: Plan,
) {
  const at = new Date(startsAt * 1000)
  await cancelOpenActivity(db, scope, dealId, now)
  const activityId = await insertActivity(db, scope, {
    customerId,
    dealId,
    ownerId,
    type: kind.type,
    dueAt: at,
    testSeriesId: kind.testSeriesId,
    minutes,
    carId,
    appointmentId: kind.appointmentId,
    at: now,
  })
  await changeDeal(db, scope, dealId, { next_follow_at: at, next_activity_type: kind.type })
  return { activityId, carId, seriesId: kind.testSeriesId ?? 0, startsAt, minutes }
}

/** `2026-11-28 10:00–11:00`, or the day alone. */
const planText = (plan: Span): string =>
  plan.minutes ? `${dayText(plan.startsAt)} ${hoursText(plan)}` : dayText(plan.startsAt)

/** Sends the owner a notice, unless that is the acting member. */
export const notifyOwner = (context: Context, customer: LockedCustomer, what: string): Promise<void> =>
  notifyMember(context, customer, customer.ownerId, what)

async function notifyMember(
  context: Context,
  { customerId }: LockedCustomer,
  memberId: number,
  what: string,
): Promise<void> {
  const { memberId: actingId, memberName } = context.session
  if (memberId === actingId) return
  const notice = { memberId, kind: noticeKind.other, text: `${memberName}${what}`, customerId }
  await notify(actorOf(context), [notice])
}
