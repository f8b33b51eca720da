import { owningRoles } from '@showroom/contract/access/access.rules'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { isGroupRole, makesCycle } from '@showroom/contract/team/member.rules'
import { takeBackHours } from '@showroom/contract/team/leave.schema'
import type { MemberLeave } from '@showroom/contract/team/leave.schema'
import { handOverProblem, moveProblem } from '@showroom/contract/team/rank.rules'
import type { Manager } from '@showroom/contract/team/rank.rules'
import { notify } from '../notice/index.ts'
import { audit } from '../platform/auditing/audit.ts'
import { actorOf } from '../platform/http/handler.ts'
import type { Context } from '../platform/http/handler.ts'
import type { AllTables } from '../platform/tables/describe.ts'
import { Refusal, refuseField } from '../platform/refusal.ts'
import * as repository from './leave.repository.ts'
import type { Before } from './leave.repository.ts'
import { leavePlace, place, placesBack, returnToPlace, returnWaiting } from './leave.place.ts'
import { giveFromLeaver, giveToReturned } from './given.repository.ts'
import { lockTeam, readTeam } from './member.repository.ts'
import type { Team, TeamMember } from './member.repository.ts'
import { bar, callerIn, refuseChange, refuseLastAdmin } from './member.service.ts'
import { countReturned, listFiles } from './moves.repository.ts'
import type { Move } from './moves.repository.ts'

/** Leaves of members: customers and subordinates are handed over in one transaction, which can be taken back for a day. */

/** Returns the leaver, if the caller may do this and the store keeps an admin. */
function leaverOf(context: Context, team: Team, memberId: number): TeamMember {
  const member = team.get(memberId)
  if (!member) throw new Refusal('NOT_FOUND')
  refuseChange(callerIn(team, context), member, 'leave')
  refuseLastAdmin(team, member)
  return member
}

export async function previewLeave(context: Context, memberId: number) {
  const { db, session, catalogue } = context
  const { scope } = session
  const member = leaverOf(context, await readTeam(db, scope), memberId)
  const counts = await repository.countBelongings(db, scope, memberId)
  const { levels, series } = await repository.splitCustomers(db, scope, memberId)
  return {
    memberId,
    userName: member.name,
    ...counts,
    levels,
    series: series.map((one) => ({ ...one, name: catalogue.seriesName(one.seriesId) ?? '' })),
    successors: await repository.listSuccessors(db, scope, memberId),
  }
}

export async function leave(context: Context, tables: AllTables, form: MemberLeave) {
  const { db, session, now } = context
  const { scope } = session
  await lockTeam(db, scope)
  const team = await readTeam(db, scope)
  const member = leaverOf(context, team, form.memberId)
  const caller = callerIn(team, context)
  refuseSuccessors(caller, team, form)
  const top = topOf(team, form)
  const counts = await repository.countBelongings(db, scope, member.memberId)
  const { before, moves } = placesOf(team, member, top)
  const problem = moveProblem(
    caller,
    team,
    moves.map(({ rowId, toId }) => ({ memberIds: [rowId], to: toId })),
  )
  if (problem) throw refuseField('MEMBER_RIGHTS', 'newTopUserId', problem.text)
  const leaveId = await repository.insertLeave(
    db,
    scope,
    {
      memberId: member.memberId,
      memberName: member.name,
      byName: session.memberName,
      topId: top.memberId,
      topName: top.name,
      counts,
      before,
    },
    now,
  )
  await context.events.emit(actorOf(context), 'memberLeaving', {
    leaveId,
    memberId: member.memberId,
    memberName: member.name,
    toMemberId: form.newMemberId,
    byLevels: form.byLevels,
    bySeries: form.bySeries,
  })
  const shares = await repository.listShares(db, scope, leaveId)
  const actor = actorOf(context)
  const customerIds = shares.flatMap(({ fileIds }) => fileIds)
  await context.events.emit(actor, 'ownerChanged', { customerIds, byLeave: true })
  await context.events.emit(actor, 'memberLeft', {
    leaveId,
    memberId: member.memberId,
    toMemberId: form.newMemberId,
    customerIds,
  })
  await giveFromLeaver(actor, tables, { leaveId, memberId: member.memberId, toMemberId: form.newMemberId })
  await leavePlace(actor, leaveId, member, moves)
  await repository.markLeft(db, scope, member.memberId, now)
  await bar(context, member.memberId, 'left')
  context.sessionsChanged()
  await audit(context, 'member-leave', `member:${member.memberId}`, {
    leaveId,
    ...counts,
    toMembers: shares.map(({ ownerId, fileIds }) => ({ memberId: ownerId, customers: fileIds.length })),
    toTop: top.memberId,
  })
  await notifySuccessors(context, member, shares, { top, subordinates: counts.subordinates })
  return { leaveId, ...counts }
}

/** Refuses new owners who are inactive, cannot own customers, or may not be shown them by the caller. */
function refuseSuccessors(caller: Manager, team: Team, form: MemberLeave): void {
  const check = (memberId: number, path: string): void => {
    const heir = team.get(memberId)
    const can = heir && heir.status === 0 && owningRoles.includes(heir.role) && memberId !== form.memberId
    if (!can) throw refuseField('MEMBER_UNAVAILABLE', path, '所选成员不可用，请重新选择')
    const problem = handOverProblem(caller, team, form.memberId, memberId)
    if (problem) throw refuseField('MEMBER_RIGHTS', path, problem)
  }
  check(form.newMemberId, 'newMemberId')
  form.byLevels.forEach(({ memberId }, at) => check(memberId, `byLevels.${at}.memberId`))
  form.bySeries.forEach(({ memberId }, at) => check(memberId, `bySeries.${at}.memberId`))
}

/** Returns the new superior of the subordinates, who must be active. */
function topOf(team: Team, form: MemberLeave): TeamMember {
  const top = team.get(form.newTopUserId)
  if (!top || top.status !== 0 || isGroupRole(top.role) || top.memberId === form.memberId)
    throw refuseField('MEMBER_UNAVAILABLE', 'newTopUserId', '所选上级不可用，请重新选择')
  return top
}

/**
 * Plans the moves in the tree. A successor from above or beside gets the subordinates. A successor from below takes the leaver's
 * position: moves below the leaver's superior and gets the other subordinates, which avoids a cycle.
 */
function placesOf(team: Team, member: TeamMember, top: TeamMember) {
  const subordinateIds = [...team.values()]
    .filter(({ managerId }) => managerId === member.memberId)
    .map(({ memberId }) => memberId)
  const isBelow = makesCycle(member.memberId, top.memberId, (id) => team.get(id)?.managerId ?? 0)
  const before: Before = {
    managerId: member.managerId,
    status: member.status,
    subordinateIds,
    ...(isBelow && { topManagerId: top.managerId }),
  }
  const others = subordinateIds.filter((id) => id !== top.memberId)
  const moves: Move[] = [
    ...(isBelow ? [place(top.memberId, top.managerId, member.managerId)] : []),
    ...others.map((id) => place(id, member.memberId, top.memberId)),
  ]
  return { before, moves }
}

async function notifySuccessors(
  context: Context,
  member: TeamMember,
  shares: readonly repository.Share[],
  { top, subordinates }: { top: TeamMember; subordinates: number },
): Promise<void> {
  const kind = noticeKind.other
  const customers = shares.map(({ ownerId, fileIds }) => ({
    memberId: ownerId,
    kind,
    text: `${member.name}已离职，${fileIds.length}位客户及其任务、线索已交接给您`,
  }))
  const line =
    subordinates > 0
      ? [{ memberId: top.memberId, kind, text: `${member.name}已离职，其${subordinates}名下级已转至您名下` }]
      : []
  const notices = [...customers, ...line].filter(({ memberId }) => memberId !== context.session.memberId)
  await notify(actorOf(context), notices)
}

/** Takes a leave back: the member is active again, with everything not changed since. */
export async function takeBack(context: Context, tables: AllTables, leaveId: number) {
  const { db, session, now } = context
  const { scope } = session
  await lockTeam(db, scope)
  const record = await repository.findLeave(db, scope, leaveId)
  if (!record) throw new Refusal('NOT_FOUND')
  const team = await readTeam(db, scope)
  const caller = callerIn(team, context)
  refuseChange(caller, record, 'leave')
  if (record.backAt) throw new Refusal('STALE', { text: '该离职交接已撤回' })
  if (now.getTime() - record.createdAt.getTime() > takeBackHours * 3_600_000) throw new Refusal('LEAVE_OVER')
  if ([...team.values()].some(({ accountId }) => accountId === record.accountId))
    throw new Refusal('MEMBER_EXISTS', { text: '该成员已重新加入本店，不能撤回' })
  const problem = moveProblem(caller, team, await placesBack(actorOf(context), leaveId, team))
  if (problem) throw new Refusal('MEMBER_RIGHTS', { text: problem.text })
  const { memberId, memberName } = record
  const { status } = record.before as unknown as Before
  await repository.markBack(db, scope, memberId, status)
  const actor = actorOf(context)
  await returnToPlace(actor, leaveId, memberId, team)
  const { events } = context
  await events.emit(actor, 'leaveTakenBack', { leaveId, memberId, memberName })
  const { returnedIds, keptIds } = await listFiles(db, scope, leaveId)
  await events.emit(actor, 'ownerChanged', { customerIds: returnedIds, byLeave: true })
  await events.emit(actor, 'memberReturned', { leaveId, memberId, keptIds })
  await giveToReturned(actor, tables, { leaveId, memberId })
  await returnWaiting(actor, leaveId, await readTeam(db, scope))
  const { kept, ...counts } = await countReturned(db, scope, leaveId)
  await repository.markTakenBack(db, scope, leaveId, { by: session.memberName, counts }, now)
  context.sessionsChanged()
  await audit(context, 'member-leave-back', `member:${memberId}`, { leaveId, ...counts, kept })
  return { ...counts, kept }
}

export const listLeaves = (
  { db, session, now }: Context,
  page: { readonly pageStart: number; readonly pageCount: number },
) => repository.listLeaves(db, session.scope, page, new Date(now.getTime() - takeBackHours * 3_600_000))
