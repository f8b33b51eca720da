import type { BoardAnswer, DeskMember, Leave, Receive } from '@showroom/contract/desk/board.schema'
import { inTurn, isFree, nextInTurn, suggest, visitType } from '@showroom/contract/desk/desk.rules'
import type { Stopped } from '@showroom/contract/customer/customer.rules'
import { leave as leaveCall } from '@showroom/contract/desk/desk.api'
import { dayText } from '@showroom/contract/kernel/day'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { listAbsent, listAtWork } from '../attendance/index.ts'
import type { CustomerEvents } from '../customer/index.ts'
import { notify } from '../notice/index.ts'
import { secondsOf } from '../platform/clock.ts'
import { startOf } from '../platform/db/conditions.ts'
import type { Actor } from '../platform/live/events.ts'
import { actorOf } from '../platform/http/handler.ts'
import type { Context } from '../platform/http/handler.ts'
import { Refusal, refuseField } from '../platform/refusal.ts'
import { offerUndo, unchanged, undone } from '../platform/undo/undo.ts'
import type { Inverse } from '../platform/undo/undo.ts'
import { findAssignable, listMoves, moved, recordMoves, returnMoves } from '../team/index.ts'
import type { TeamEvents } from '../team/index.ts'
import * as repository from './visit.repository.ts'

/** Customers in the showroom and their receivers. */

const dayOf = (now: Date): string => dayText(secondsOf(now))

export async function getBoard({ db, session, now }: Context): Promise<BoardAnswer> {
  const { scope } = session
  const day = dayOf(now)
  const [present, receivers, absent, totals, expected] = await Promise.all([
    repository.listPresent(db, scope, day),
    repository.listReceivers(db, scope, day),
    listAbsent(db, scope, day),
    repository.countDay(db, scope, startOf(secondsOf(now))),
    repository.listExpected(db, scope, day, now),
  ])
  const members = inTurn(withAbsence(receivers, absent))
  const waiting = present.filter((visit) => visit.waitsSince > 0)
  const suggested = suggest(
    waiting.map(({ ownerId }) => ownerId),
    members,
  )
  const others = present.filter((visit) => visit.waitsSince === 0)
  return {
    now: secondsOf(now),
    data: [
      ...waiting.map((visit, place) => ({ ...visit, suggestedId: suggested[place] ?? 0 })),
      ...others.map((visit) => ({ ...visit, suggestedId: 0 })),
    ],
    members,
    expected,
    nextId: nextInTurn(members)?.memberId ?? 0,
    walkInId: nextInTurn(members.filter(({ memberId }) => !suggested.includes(memberId)))?.memberId ?? 0,
    ...totals,
  }
}

type Absent = Awaited<ReturnType<typeof listAbsent>>

/**
 * Adds the absences from the day's signs. A member counts as present while receiving a customer. One who never signed in would not see a
 * notice.
 */
function withAbsence(receivers: readonly DeskMember[], absent: Absent): DeskMember[] {
  const reasons = new Map(absent.map(({ memberId, why }) => [memberId, why]))
  return receivers.map((one) => ({
    ...one,
    absence: one.serving > 0 ? '' : one.absence || (reasons.get(one.memberId) ?? ''),
  }))
}

/**
 * Records an arrival in the day's visit. A new customer goes to the owner at once if that consultant is free. A customer on file goes to
 * the owner who confirms the arrival, even if the desk has confirmed it before. All others wait to be assigned. One whose visit is
 * recorded by a follow-up was received by its author. The owner of a customer on file gets a notice, signed in or not.
 */
export async function recordArrival(by: Actor, arrival: CustomerEvents['cameIn']): Promise<void> {
  const { customerId, name, ownerId, how } = arrival
  const { db, scope, now } = by
  const day = dayOf(now)
  await repository.lockShowroom(db, scope)
  if (how === 'followed') return recordFollowedVisit(by, arrival)
  const isNew = how === 'registered'
  const type = isNew ? visitType.new : visitType.confirmed
  const isOwn = ownerId === scope.memberId
  const inserted = await repository.insertVisit(db, scope, { customerId, day, type, now })
  if (inserted !== undefined && !isNew && !isOwn) await informOwner(by, arrival)
  const visitId =
    inserted ?? (!isNew && isOwn ? await repository.lockWaiting(db, scope, { customerId, day }) : undefined)
  if (visitId === undefined) return
  if (!isNew && !isOwn) return
  if (isNew && !(await receivesAtOnce(by, ownerId, day))) return
  await repository.setReceiver(db, scope, { visitId, memberId: ownerId, now })
  await notifyReceiver(by, ownerId, { text: `${name}到店，请前往展厅接待`, customerId })
}

/** Removes the visit of an arrival that was confirmed by mistake, unless the customer has been received since. */
export async function removeArrival(
  by: Actor,
  { customerId, at }: CustomerEvents['arrivalUndone'],
): Promise<void> {
  const { db, scope } = by
  await repository.lockShowroom(db, scope)
  if (!(await repository.deleteVisit(db, scope, { customerId, day: dayOf(at), at })))
    throw new Refusal('STALE', { text: '该客户已有接待，无法撤销' })
}

/** Notices that ask the owner or a manager to act before the customer can be followed up. */
const acts: Readonly<Record<Exclude<Stopped, ''>, string>> = {
  lost: '客户已战败，请复活后跟进',
  inReview: '客户在战败审核中，请尽快审核',
  dormant: '客户休眠中，请唤醒后跟进',
}

/**
 * Sends the owner of a customer on file what was planned, or what to do before the customer can be followed up. The member that acts for an
 * absent owner gets the same notice.
 */
async function informOwner(
  by: Actor,
  { customerId, name, ownerId, isOwnerAtWork, stopped, planned = '' }: CustomerEvents['cameIn'],
): Promise<void> {
  const memberIds = new Set([...(isOwnerAtWork ? [ownerId] : []), ...(await listAtWork(by, ownerId))])
  const what = stopped === '' ? planned : acts[stopped]
  const text = [`${name}到店`, what].filter(Boolean).join('，')
  for (const memberId of memberIds) await notifyReceiver(by, memberId, { text, customerId })
}

/**
 * Records a visit that a follow-up describes. A customer without a visit today is not put on the board: nothing says that they are still
 * there. A waiting card is received by the follow-up's author, and over if the follow-up holds the length of the stay.
 */
async function recordFollowedVisit(
  by: Actor,
  { customerId, isOver = false }: CustomerEvents['cameIn'],
): Promise<void> {
  const { db, scope, now } = by
  const visit = await repository.lockDayVisit(db, scope, { customerId, day: dayOf(now), now })
  const isOwn = visit.receiverId === 0 || visit.receiverId === scope.memberId
  if (visit.receiverId === 0)
    await repository.setReceiver(db, scope, { visitId: visit.id, memberId: scope.memberId, now })
  if (isOwn && isOver && !visit.hasLeft) await repository.setLeft(db, scope, visit.id, now)
}

/**
 * Whether the owner of a new file can receive the customer at once: free, as on the board. An owner who registers the customer is present
 * in any case.
 */
async function receivesAtOnce({ db, scope }: Actor, ownerId: number, day: string): Promise<boolean> {
  const receivers = await repository.listReceivers(db, scope, day)
  const absent = await listAbsent(db, scope, day)
  const owner = withAbsence(receivers, absent).find(({ memberId }) => memberId === ownerId)
  if (!owner) return false
  return ownerId === scope.memberId ? owner.serving === 0 : isFree(owner)
}

/** Joins the visits of two merged customers. */
export async function joinVisits(by: Actor, pair: CustomerEvents['merged']): Promise<void> {
  const { db, scope } = by
  await repository.moveVisits(db, scope, pair)
}

/** Ends the receptions of a frozen member. The customers wait again, and managers are warned again. */
export async function takeFromBarred(
  by: Actor,
  { memberIds, why }: TeamEvents['memberBarred'],
): Promise<void> {
  if (why === 'frozen') await dropFrom(by, memberIds)
}

/** Ends the receptions of a leaving member; the customers wait again. */
export async function takeFromLeaver(
  by: Actor,
  { leaveId, memberId }: TeamEvents['memberLeft'],
): Promise<void> {
  const visits = await dropFrom(by, [memberId])
  const moves = visits.map(({ visitId, receptionId }) => {
    const state = String(receptionId)
    return { rowId: visitId, fromId: memberId, toId: 0, was: state, state }
  })
  await recordMoves(by, leaveId, moved.visit, moves)
}

/** Restores the receptions of a member whose leaving is undone, for customers who still wait and were received by no one since. */
export async function giveToReturned(by: Actor, { leaveId }: TeamEvents['memberReturned']): Promise<void> {
  const { db, scope, now } = by
  const moves = await listMoves(db, scope, leaveId, moved.visit)
  if (moves.length === 0) return
  await repository.lockShowroom(db, scope)
  const visits = moves.map(({ rowId, state }) => ({ visitId: rowId, receptionId: Number(state) }))
  const restored = new Set(await repository.restoreReceivers(db, scope, { visits, day: dayOf(now) }))
  const returned = moves.filter(({ rowId }) => restored.has(rowId))
  await returnMoves(
    by,
    leaveId,
    moved.visit,
    returned.map(({ rowId, fromId, state }) => ({ rowId, toId: fromId, state })),
  )
}

async function dropFrom(by: Actor, memberIds: readonly number[]) {
  const { db, scope, now } = by
  await repository.lockShowroom(db, scope)
  return repository.dropReceivers(db, scope, { memberIds, day: dayOf(now) })
}

/** Assigns a customer in the showroom to a consultant and notifies that consultant. */
export async function receive(context: Context, form: Receive): Promise<Record<string, never>> {
  const { db, session, now } = context
  const { scope } = session
  const { visitId, memberId } = form
  const day = dayOf(now)
  await repository.lockShowroom(db, scope)
  const visit = await repository.lockVisit(db, scope, { visitId, day })
  if (!visit) throw new Refusal('NOT_FOUND')
  if (visit.leftAt) throw new Refusal('STALE', { text: '该客户已离店' })
  if (visit.receiverId === memberId) return {}
  if (visit.receiverId !== form.receiverId)
    throw new Refusal('STALE', {
      text: visit.receiverName ? `该客户已由${visit.receiverName}接待` : '该客户正在等待接待，请刷新后重试',
    })
  const memberName = await findAssignable(db, scope, memberId)
  if (memberName === undefined)
    throw refuseField('MEMBER_UNAVAILABLE', 'memberId', '所选客户经理不可用，请重新选择')
  if (!form.evenIfBusy && (await repository.isServing(db, scope, { memberId, day })))
    throw refuseField('MEMBER_BUSY', 'memberId', `${memberName}正在接待其他客户，请重新选择`)
  await repository.setReceiver(db, scope, { visitId, memberId, now })
  const { name, customerId, ownerId } = visit
  const file = memberId === ownerId ? { customerId } : {}
  await notifyReceiver(actorOf(context), memberId, { text: `${name}到店，请前往展厅接待`, ...file })
  if (visit.receiverId > 0)
    await notifyReceiver(actorOf(context), visit.receiverId, { text: `${name}改由${memberName}接待` })
  return {}
}

/** Sends a bell notice, except to the acting member. */
async function notifyReceiver(
  by: Actor,
  memberId: number,
  notice: { readonly text: string; readonly customerId?: number },
): Promise<void> {
  if (memberId === by.scope.memberId) return
  await notify(by, [{ memberId, kind: noticeKind.reception, ...notice }])
}

/** Ends a visit. Returns no undo if it had ended already. */
export async function leave(context: Context, { visitId }: Leave): Promise<{ undoId: number }> {
  const { db, session, now } = context
  const visit = await repository.lockVisit(db, session.scope, { visitId, day: dayOf(now) })
  if (!visit) throw new Refusal('NOT_FOUND')
  if (visit.leftAt) return { undoId: 0 }
  await repository.setLeft(db, session.scope, visitId, now)
  return { undoId: await offerUndo(context, 'visitLeft', { visitId, leftAt: now.toISOString() }) }
}

/** A departure that can be undone. */
export interface UndoLeave {
  readonly visitId: number
  /** Instant of the departure, to tell it from a later one. */
  readonly leftAt: string
}

/** Puts the customer back in the showroom with the same receiver. */
export const undoLeave: Inverse<UndoLeave> = {
  of: leaveCall,
  async run({ db, session, now }, { visitId, leftAt }) {
    const visit = await repository.lockVisit(db, session.scope, { visitId, day: dayOf(now) })
    if (visit?.leftAt?.toISOString() !== leftAt) return unchanged
    await repository.setLeft(db, session.scope, visitId, null)
    return undone
  },
}
