import type { BoardAnswer, Leave, Receive } from '@showroom/contract/desk/board.schema'
import { inTurn, nextInTurn, suggest, visitType } from '@showroom/contract/desk/desk.rules'
import { leave as leaveCall } from '@showroom/contract/desk/desk.api'
import { dayText } from '@showroom/contract/kernel/day'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { listAbsent } from '../attendance/index.ts'
import type { CustomerHappenings } from '../customer/index.ts'
import { insertNotices, noticeHint } from '../notice/index.ts'
import { secondsOf } from '../platform/clock.ts'
import { startOf } from '../platform/db/conditions.ts'
import type { Actor } from '../platform/happenings.ts'
import { actorOf } from '../platform/http/handler.ts'
import type { Context } from '../platform/http/handler.ts'
import { Refusal, refuseField } from '../platform/refusal.ts'
import { offerUndo } from '../platform/undo.ts'
import type { Inverse } from '../platform/undo.ts'
import { findAssignable } from '../team/index.ts'
import * as repository from './visit.repository.ts'

/** Who is in the showroom, and with whom. */

const dayOf = (now: Date): string => dayText(secondsOf(now))

export async function getBoard({ db, session, now }: Context): Promise<BoardAnswer> {
  const { scope } = session
  const day = dayOf(now)
  const [present, receivers, absent, totals] = await Promise.all([
    repository.listPresent(db, scope, day),
    repository.listReceivers(db, scope, day),
    listAbsent(db, scope, day),
    repository.countDay(db, scope, startOf(secondsOf(now))),
  ])
  const reasons = new Map(absent.map(({ memberId, why }) => [memberId, why]))
  // Who is with a customer is there, whatever the signs say.
  const members = inTurn(
    receivers.map((one) => ({
      ...one,
      absence: one.serving > 0 ? ('' as const) : (reasons.get(one.memberId) ?? ('' as const)),
    })),
  )
  const waiting = present.filter(({ receiverId }) => receiverId === 0)
  const suggested = suggest(
    waiting.map(({ ownerId }) => ownerId),
    members,
  )
  const received = present.filter(({ receiverId }) => receiverId > 0)
  return {
    now: secondsOf(now),
    data: [
      ...waiting.map((visit, place) => ({ ...visit, suggestedId: suggested[place] ?? 0 })),
      ...received.map((visit) => ({ ...visit, suggestedId: 0 })),
    ],
    members,
    nextId: nextInTurn(members)?.memberId ?? 0,
    ...totals,
  }
}

/**
 * Somebody comes in. Whom the customer belongs to receives a new one at once, where nobody is with that consultant yet, and so does who
 * confirms the arrival of an own customer; everybody else waits to be given to somebody.
 */
export async function comeIn(
  by: Actor,
  { customerId, name, ownerId, isNew }: CustomerHappenings['cameIn'],
): Promise<void> {
  const { db, scope, now } = by
  const day = dayOf(now)
  await repository.lockShowroom(db, scope)
  const type = isNew ? visitType.new : visitType.confirmed
  const visitId = await repository.insertVisit(db, scope, { customerId, day, type, now })
  if (visitId === undefined) return
  by.hintLive({ dealerId: scope.dealerId, topics: ['desk'] })
  const isOwn = ownerId === scope.memberId
  if (!isNew && !isOwn) return
  if (isNew && (await repository.isServing(db, scope, { memberId: ownerId, day }))) return
  await repository.setReceiver(db, scope, { visitId, memberId: ownerId, now })
  await tell(by, ownerId, { text: `${name}到店，请前往展厅接待`, customerId })
}

/** Gives a customer in the showroom to a consultant, who is told. */
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
  await tell(actorOf(context), memberId, { text: `${name}到店，请前往展厅接待`, ...file })
  if (visit.receiverId > 0)
    await tell(actorOf(context), visit.receiverId, { text: `${name}改由${memberName}接待` })
  return {}
}

/** By the bell; nobody of what they did themselves. */
async function tell(
  by: Actor,
  memberId: number,
  notice: { readonly text: string; readonly customerId?: number },
): Promise<void> {
  const { db, scope, now } = by
  if (memberId === scope.memberId) return
  const notices = [{ memberId, kind: noticeKind.reception, ...notice }]
  await insertNotices(db, scope, notices, now)
  by.hintLive(noticeHint(scope.dealerId, notices))
}

/** A customer leaves. Whoever says so second has nothing to take back. */
export async function leave(context: Context, { visitId }: Leave): Promise<{ undoId: number }> {
  const { db, session, now } = context
  const visit = await repository.lockVisit(db, session.scope, { visitId, day: dayOf(now) })
  if (!visit) throw new Refusal('NOT_FOUND')
  if (visit.leftAt) return { undoId: 0 }
  await repository.setLeft(db, session.scope, visitId, now)
  return { undoId: await offerUndo(context, 'visitLeft', { visitId, leftAt: now.toISOString() }) }
}

/** A departure that can be taken back. */
export interface UndoLeave {
  readonly visitId: number
  /** The instant of it, by which a later one is told apart. */
  readonly leftAt: string
}

/** Back in the showroom, with whoever was with them. */
export const undoLeave: Inverse<UndoLeave> = {
  of: leaveCall,
  async run({ db, session, now }, { visitId, leftAt }) {
    const visit = await repository.lockVisit(db, session.scope, { visitId, day: dayOf(now) })
    if (visit?.leftAt?.toISOString() !== leftAt) return { undoneTotal: 0, keptTotal: 1 }
    await repository.setLeft(db, session.scope, visitId, null)
    return { undoneTotal: 1, keptTotal: 0 }
  },
}
