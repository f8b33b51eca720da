import { addressed, whenText } from '@showroom/contract/appointment/text.rules'
import { nextDateProblem } from '@showroom/contract/customer/add.schema'
import { hoursText, isWithin, overlaps, startsWithin } from '@showroom/contract/customer/appointment.rules'
import { activityType, timelineType } from '@showroom/contract/customer/customer.rules'
import { addDays, dayStart, dayText } from '@showroom/contract/kernel/day'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { findOpenActivity, lockCustomerRows, writeAction } from '../../customer/index.ts'
import type { CustomerRow } from '../../customer/index.ts'
import { listAtWork } from '../../attendance/index.ts'
import { notify } from '../../notice/index.ts'
import { writeAudit } from '../../platform/auditing/audit.ts'
import { secondsOf } from '../../platform/clock.ts'
import type { Executor } from '../../platform/db/client.ts'
import { startOf } from '../../platform/db/conditions.ts'
import type { Actor } from '../../platform/live/events.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { mintJobScope } from '../../platform/session/session.ts'
import type { Scope } from '../../platform/session/session.ts'
import { callInstead, replan } from '../plan/move.service.ts'
import { findCar, getHours, lockCar } from '../car/car.repository.ts'
import { claimEvent, countMoves, eventKind } from '../plan/event.repository.ts'
import { findLevel, findLinked, findShown, listTaken } from './link.repository.ts'
import type { Shown } from './link.repository.ts'
import type { Token } from './token.ts'

/** Acts of customers by the address in a text: see, confirm, move or cancel an appointment. */

/**
 * `late`: the hour has passed. `come`: the customer is in the store. `over`: a member followed up since. `withdrawn`: the customer has
 * another number.
 */
export type LinkState = 'open' | 'late' | 'come' | 'over' | 'cancelled' | 'withdrawn'

export interface LinkView {
  readonly state: LinkState
  readonly activityId: number
  readonly appointment: Shown | undefined
  /** The customer may move it once more today. */
  readonly isMovable: boolean
}

/** Moves by the links of a customer in a day. */
export const mostMoves = 3
/** Days on which a customer may choose another time. */
const mostDays = 14
/** Seconds before the hour from which on a customer cannot choose it. */
const leadSeconds = 30 * 60

/** Reads what a token's page shows; undefined for an unknown token. */
export async function viewLink(db: Executor, token: Token, now: Date): Promise<LinkView | undefined> {
  const linked = await findLinked(db, token)
  if (!linked) return undefined
  const { customerId, activityId, isOver, hasCome, isMissed, isWithdrawn } = linked
  const ended = { activityId, appointment: undefined, isMovable: false }
  if (isWithdrawn) return { state: 'withdrawn', ...ended }
  if (isOver || hasCome) return { state: isOver ? 'over' : 'come', ...ended }
  const scope = mintJobScope(token.dealerId, 0)
  const appointment = activityId ? await findShown(db, scope, activityId) : undefined
  if (!appointment) return { state: isMissed ? 'late' : 'cancelled', ...ended }
  if (appointment.startsAt + appointment.minutes * 60 <= secondsOf(now)) return { state: 'late', ...ended }
  const moves = await countMoves(db, scope, customerId, startOf(secondsOf(now)))
  return { state: 'open', activityId, appointment, isMovable: moves < mostMoves }
}

export interface Choice {
  /** Epoch seconds of the days on offer, and the chosen one. */
  readonly days: readonly number[]
  readonly day: number
  /** Free starts of the chosen day. */
  readonly starts: readonly number[]
}

/** Lists the days within the level's window, and the free quarters of one of them. */
export async function listChoice(
  db: Executor,
  token: Token,
  { activityId, appointment }: { readonly activityId: number; readonly appointment: Shown },
  { day, now }: { readonly day: number; readonly now: Date },
): Promise<Choice> {
  const scope = mintJobScope(token.dealerId, 0)
  const linked = await findLinked(db, token)
  const level = linked ? await findLevel(db, scope, linked.customerId) : 'N'
  const nowSeconds = secondsOf(now)
  const days = Array.from({ length: mostDays }, (_one, at) => addDays(nowSeconds, at)).filter(
    (one) => nextDateProblem({ level, nextDate: one + 12 * 3600 }, nowSeconds) === undefined,
  )
  const chosen =
    days.find((one) => one === dayStart(day)) ??
    days.find((one) => one === dayStart(appointment.startsAt)) ??
    days[0]
  if (chosen === undefined) return { days, day: 0, starts: [] }
  return {
    days,
    day: chosen,
    starts: await listFree(db, scope, { activityId, appointment }, { day: chosen, now }),
  }
}

/** Starts of a day at which consultant and car are free, within the hours of store and car. */
async function listFree(
  db: Executor,
  scope: Scope,
  { activityId, appointment }: { readonly activityId: number; readonly appointment: Shown },
  { day, now }: { readonly day: number; readonly now: Date },
): Promise<number[]> {
  const { minutes, carId, ownerId } = appointment
  const car = carId ? await findCar(db, scope, carId) : undefined
  const span = { from: new Date(day * 1000), until: new Date(addDays(day, 1) * 1000) }
  const taken = await listTaken(db, scope, { activityId, ownerId, carId, ...span, now })
  return startsWithin(day, minutes, await getHours(db, scope)).filter((startsAt) => {
    const one = { startsAt, minutes }
    return (
      startsAt >= secondsOf(now) + leadSeconds &&
      startsAt !== appointment.startsAt &&
      (!carId || (car !== undefined && !car.isOff && isWithin(one, car))) &&
      !taken.some((other) => overlaps(one, other))
    )
  })
}

export type CustomerAct =
  | { readonly what: 'confirm' | 'cancel' }
  | { readonly what: 'move'; readonly startsAt: number }

export const stalePage = '您的预约刚刚有变更，请核对新的时间后再操作'
export const movedEnough = `今天已改过${mostMoves}次时间，如需再改请联系门店`
export const takenPage = '这个时间刚刚被约走，请另选一个时间'

/** Does what the customer pressed, in a transaction. `seen` is the activity that the page showed. A repeated press does nothing. */
export async function act(
  by: Actor,
  token: Token,
  { seen, ip, act: chosen }: { readonly seen: number; readonly ip: string; readonly act: CustomerAct },
): Promise<void> {
  const { db, scope, now } = by
  const before = await findLinked(db, token)
  if (!before) throw new Refusal('NOT_FOUND')
  const [customer] = await lockCustomerRows(db, scope, [before.customerId], 'store')
  // Read again under the lock: a member may have changed the plan meanwhile.
  const view = await viewLink(db, token, now)
  if (!customer || view?.state !== 'open' || !view.appointment) return
  const { activityId, appointment } = view
  if (chosen.what === 'move' && appointment.startsAt === chosen.startsAt) return
  if (activityId !== seen) throw new Refusal('STALE', { text: stalePage })
  if (customer.waitingFailReview) throw new Refusal('STALE', { text: '请直接联系门店调整预约' })
  if (chosen.what === 'move' && !view.isMovable) throw new Refusal('STALE', { text: movedEnough })
  const open = await findOpenActivity(db, scope, customer.dealId)
  if (open?.id !== activityId) throw new Refusal('STALE', { text: stalePage })
  const hearing = await listAtWork(by, customer.ownerId)
  const text = await perform(by, customer, {
    open,
    appointment,
    chosen,
    callerId: hearing[0] ?? customer.ownerId,
  })
  if (text === undefined) return
  await writeAction(db, scope, {
    customerId: customer.customerId,
    dealId: customer.dealId,
    level: customer.level,
    memberName: '客户',
    type: timelineType.annotated,
    subject: text.subject,
    content: text.content,
    at: now,
  })
  await writeAudit(db, {
    dealerId: scope.dealerId,
    action: 'appointment-answer',
    record: `customer:${customer.customerId}`,
    ip,
    detail: { remark: text.content },
    at: now,
  })
  await notify(
    by,
    hearing.map((memberId) => ({
      memberId,
      kind: noticeKind.appointmentAnswered,
      text: `${addressed(appointment.surname, appointment.gender)}${text.content}`,
      customerId: customer.customerId,
    })),
  )
}

type Open = NonNullable<Awaited<ReturnType<typeof findOpenActivity>>>

/** Returns the event in words; undefined if it has happened before. */
async function perform(
  by: Actor,
  customer: CustomerRow,
  {
    open,
    appointment,
    chosen,
    callerId,
  }: {
    readonly open: Open
    readonly appointment: Shown
    readonly chosen: CustomerAct
    /** Member who calls after a cancellation. */
    readonly callerId: number
  },
): Promise<{ subject: string; content: string } | undefined> {
  const { db, scope, now } = by
  const { minutes, carId } = appointment
  const what = `${whenText(appointment.startsAt)}的${appointment.type === activityType.testDrive ? '试驾' : '到店'}预约`
  if (chosen.what === 'confirm') {
    if (!(await claimEvent(db, scope, open.id, eventKind.confirmed, now))) return undefined
    return { subject: '客户确认预约', content: `确认了${what}` }
  }
  if (chosen.what !== 'move') {
    await callInstead(by, customer, callerId)
    return { subject: '客户取消预约', content: `取消了${what}，请电话联系` }
  }
  const { startsAt } = chosen
  // The lock lets consultant and customer not take the car's quarters at once.
  if (carId) await lockCar(db, scope, carId)
  const free = await listFree(
    db,
    scope,
    { activityId: open.id, appointment },
    { day: dayStart(startsAt), now },
  )
  if (!free.includes(startsAt)) throw refuseField('INVALID', 'at', takenPage)
  const made = await replan(by, customer, open, { startsAt, minutes, carId })
  await claimEvent(db, scope, made, eventKind.moved, now)
  await claimEvent(db, scope, made, eventKind.confirmed, now)
  await claimEvent(db, scope, made, eventKind.movedByCustomer, now)
  return {
    subject: '客户改约',
    content: `把${what}改为${dayText(startsAt)} ${hoursText({ startsAt, minutes })}`,
  }
}
