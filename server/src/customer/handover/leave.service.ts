import { Overtaken } from '../../platform/db/client.ts'
import type { Actor, Subscriptions } from '../../platform/live/events.ts'
import { listMoves, lockLeaver, moved, recordMoves, recordShares, returnMoves } from '../../team/index.ts'
import type { TeamEvents } from '../../team/index.ts'
import { giveAll, listOwned, nameMembers } from './leave.repository.ts'
import type { Gift } from './leave.repository.ts'
import { lockToHandOver } from '../lock.repository.ts'
import type { HeldFile } from '../lock.repository.ts'

/** Hands a leaving member's customers over in one statement. If the leave is taken back, returns those that were not touched since. */

export const leaveSubscriptions: Subscriptions = {
  memberLeaving: handOver,
  leaveTakenBack: giveBack,
}

async function handOver(by: Actor, leaving: TeamEvents['memberLeaving']): Promise<void> {
  const { db, scope } = by
  const { leaveId, memberId } = leaving
  const locked = await lockToHandOver(db, scope, await listOwned(db, scope, memberId))
  await lockLeaver(db, scope, memberId)
  const own = locked.filter(({ ownerId }) => ownerId === memberId)
  // Under the leaver's lock no further customer can be given to the member; retry if one was given before.
  if ((await listOwned(db, scope, memberId)).length !== own.length) throw new Overtaken()
  if (own.length === 0) return
  const heirOf = chooseHeirs(leaving)
  const gifts = own.map((file) => ({ file, ownerId: heirOf(file) }))
  const note = `（${leaving.memberName}离职）`
  const versions = await giveAll(db, scope, gifts, textOf(by, '离职交接', note))
  await recordShares(db, scope, leaveId, await sharesOf(by, gifts, versions))
  const moves = gifts.map(({ file: { customerId, rowVersion }, ownerId }) => ({
    rowId: customerId,
    fromId: memberId,
    toId: ownerId,
    was: String(rowVersion),
    state: String(versions.get(customerId)),
  }))
  await recordMoves(by, leaveId, moved.file, moves)
}

const textOf = (by: Actor, subject: string, note: string) => ({
  by: by.memberName,
  subject,
  note,
  now: by.now,
})

/** Chooses the new owner by level, then by first intended series, then the default one. */
function chooseHeirs({ toMemberId, byLevels, bySeries }: TeamEvents['memberLeaving']) {
  const ofLevel = new Map<string, number>(byLevels.map(({ level, memberId }) => [level, memberId]))
  const ofSeries = new Map(bySeries.map(({ seriesId, memberId }) => [seriesId, memberId]))
  return ({ level, seriesIds: [first = 0] }: HeldFile): number =>
    ofLevel.get(level) ?? ofSeries.get(first) ?? toMemberId
}

async function sharesOf({ db, scope }: Actor, gifts: readonly Gift[], versions: ReadonlyMap<number, number>) {
  const shares = new Map<number, { fileIds: number[]; rowVersions: number[] }>()
  for (const { file, ownerId } of gifts) {
    const share = shares.get(ownerId) ?? { fileIds: [], rowVersions: [] }
    share.fileIds.push(file.customerId)
    share.rowVersions.push(versions.get(file.customerId) ?? 0)
    shares.set(ownerId, share)
  }
  const owners = await nameMembers(db, scope, [...shares.keys()])
  return owners.map(({ id, name }) => ({
    ownerId: id,
    ownerName: name,
    ...(shares.get(id) ?? { fileIds: [], rowVersions: [] }),
  }))
}

async function giveBack(
  by: Actor,
  { leaveId, memberId, memberName }: TeamEvents['leaveTakenBack'],
): Promise<void> {
  const { db, scope } = by
  const then = new Map((await listMoves(db, scope, leaveId, moved.file)).map((move) => [move.rowId, move]))
  const files = await lockToHandOver(db, scope, [...then.keys()])
  const untouched = files.filter(({ customerId, ownerId, rowVersion }) => {
    const was = then.get(customerId)
    return was?.toId === ownerId && was.state === String(rowVersion)
  })
  if (untouched.length === 0) return
  const gifts = untouched.map((file) => ({ file, ownerId: memberId }))
  const versions = await giveAll(db, scope, gifts, textOf(by, '撤回离职交接', `（${memberName}恢复在职）`))
  const returned = [...versions].map(([rowId, version]) => ({
    rowId,
    toId: memberId,
    state: String(version),
  }))
  await returnMoves(by, leaveId, moved.file, returned)
}
