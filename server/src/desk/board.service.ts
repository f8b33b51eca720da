import type { BoardAnswer, DeskMember, Leave, Receive } from '@showroom/contract/desk/board.schema'
import { isFree, visitType } from '@showroom/contract/desk/desk.rules'
import type { Stopped } from '@showroom/contract/customer/customer.rules'
import { leave as leaveCall } from '@showroom/contract/desk/desk.api'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { listAtWork } from '../attendance/index.ts'
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
import { dayOf, readFloor, readMembers } from './floor.ts'
import * as repository from './visit.repository.ts'

/** Customers in the showroom and their receivers. */

export async function getBoard({ db, session, now }: Context): Promise<BoardAnswer> {
  const { scope } = session
  const day = dayOf(now)
  const [floor, totals, expected] = await Promise.all([
    readFloor({ db, scope, now }),
    repository.countDay(db, scope, startOf(secondsOf(now))),
    repository.listExpected(db, scope, { day, now }),
  ])
  return { now: secondsOf(now), expected, ...floor, ...totals }
}

/**
 * Records an arrival in the day's visit. A new customer goes to the owner at once if that consultant is free. A customer on file goes to
 * the owner who confirms the arrival, even if the desk has confirmed it before; one whom someone else confirms, to a receiver if expected
 * today (`receiverOfExpected`). All others wait to be assigned. One whose visit is recorded by a follow-up was received by its author. The
 * owner of a customer on file gets a notice, signed in or not.
 */
export async function recordArrival(by: Actor, arrival: CustomerEvents['cameIn']): Promise<void> {
  const { customerId, name, ownerId, how } = arrival
  const { db, scope, now } = by
  const day = dayOf(now)
  await repository.lockShowroom(db, scope)
  if (how === 'followed') return recordFollowedVisit(by, arrival)
  const isNew = how === 'registered'
  const type = isNew ? visitType.new : visitType.confirmed
  const inserted = await repository.insertVisit(db, scope, { customerId, day, type, now })
  if (!isNew && ownerId !== scope.memberId) {
    if (inserted !== undefined) await expectReceiver(by, arrival, inserted)
    return
  }
  const visitId =
    inserted ?? (isNew ? undefined : await repository.lockWaiting(db, scope, { customerId, day }))
  if (visitId === undefined) return
  if (isNew && !(await receivesAtOnce(by, ownerId))) return
  await repository.setReceiver(db, scope, { visitId, memberId: ownerId, now })
  await notifyReceivers(by, [{ memberId: ownerId, text: `${name}到店，请前往展厅接待`, customerId }])
}

/** Gives a customer expected today a receiver, if there is one, and notifies receiver and owner. */
async function expectReceiver(by: Actor, arrival: CustomerEvents['cameIn'], visitId: number): Promise<void> {
  const { db, scope, now } = by
  const receiver = arrival.isExpected ? await receiverOfExpected(by, arrival.ownerId, visitId) : undefined
  if (receiver) await repository.setReceiver(db, scope, { visitId, memberId: receiver.memberId, now })
  await informOwner(by, arrival, receiver)
}

/**
 * Returns who receives a customer expected today at once: the owner if free, or the next in turn if the owner is not in the showroom. Undefined
 * while the owner serves another customer, whom this one waits for, or while no one is free.
 */
async function receiverOfExpected(
  by: Actor,
  ownerId: number,
  visitId: number,
): Promise<DeskMember | undefined> {
  const { data, members } = await readFloor(by)
  const suggestedId = data.find((visit) => visit.visitId === visitId)?.suggestedId
  const receiver = members.find(({ memberId }) => memberId === suggestedId)
  const owner = members.find(({ memberId }) => memberId === ownerId)
  return receiver === owner || !owner || owner.absence !== '' ? receiver : undefined
}

/** Removes the visit of an arrival that was confirmed by mistake, unless the customer has been received since. */
export async function removeArrival(
  by: Actor,
  { customerId, name, at }: CustomerEvents['arrivalUndone'],
): Promise<void> {
  const { db, scope } = by
  await repository.lockShowroom(db, scope)
  const visit = await repository.deleteVisit(db, scope, { customerId, day: dayOf(at), at })
  if (!visit) throw new Refusal('STALE', { text: '该客户已有接待，无法撤销' })
  if (visit.receiver_id !== null)
    await notifyReceivers(by, [{ memberId: visit.receiver_id, text: `${name}没有到店，无需接待` }])
}

/** Notices that ask the owner or a manager to act before the customer can be followed up. */
const acts: Readonly<Record<Exclude<Stopped, ''>, string>> = {
  lost: '客户已战败，请复活后跟进',
  inReview: '客户在战败审核中，请尽快审核',
  dormant: '客户休眠中，请唤醒后跟进',
}

/**
 * Sends the owner of a customer on file what was planned, or what to do before the customer can be followed up, and who receives the customer.
 * The member that acts for an absent owner gets the same notice. The receiver is asked to come.
 */
async function informOwner(
  by: Actor,
  { customerId, name, ownerId, isOwnerAtWork, stopped, planned = '' }: CustomerEvents['cameIn'],
  receiver: DeskMember | undefined,
): Promise<void> {
  const informed = new Set([...(isOwnerAtWork ? [ownerId] : []), ...(await listAtWork(by, ownerId))])
  const about = [`${name}到店`, stopped === '' ? planned : acts[stopped]].filter(Boolean).join('，')
  const textFor = (memberId: number): string => {
    if (!receiver) return about
    return `${about}，${memberId === receiver.memberId ? '请前往展厅接待' : `由${receiver.userName}接待`}`
  }
  const others = receiver && !informed.has(receiver.memberId) ? [receiver.memberId] : []
  await notifyReceivers(by, [
    ...[...informed].map((memberId) => ({ memberId, text: textFor(memberId), customerId })),
    // Another receiver may not see the file.
    ...others.map((memberId) => ({ memberId, text: textFor(memberId) })),
  ])
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
async function receivesAtOnce(by: Actor, ownerId: number): Promise<boolean> {
  const owner = (await readMembers(by)).find(({ memberId }) => memberId === ownerId)
  if (!owner) return false
  return ownerId === by.scope.memberId ? owner.serving === 0 : isFree(owner)
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
  await notifyReceivers(actorOf(context), [
    { memberId, text: `${name}到店，请前往展厅接待`, ...file },
    ...(visit.receiverId > 0 ? [{ memberId: visit.receiverId, text: `${name}改由${memberName}接待` }] : []),
  ])
  return {}
}

/** Sends bell notices, except to the acting member. */
async function notifyReceivers(
  by: Actor,
  notices: readonly { readonly memberId: number; readonly text: string; readonly customerId?: number }[],
): Promise<void> {
  await notify(
    by,
    notices
      .filter(({ memberId }) => memberId !== by.scope.memberId)
      .map((notice) => ({ kind: noticeKind.reception, ...notice })),
  )
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
