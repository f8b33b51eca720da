import { dayText } from '@showroom/contract/kernel/day'
import { secondsOf } from '../platform/clock.ts'
import type { Actor } from '../platform/live/events.ts'
import { listManagers } from '../team/index.ts'
import { listAbsent, listWorkingLines } from './attendance.repository.ts'

type By = Pick<Actor, 'db' | 'scope' | 'now'>

/**
 * The members that act today for each of the members: the member, or the first superior at work while the member is frozen, gone or has not
 * signed in, otherwise the admins.
 */
export async function mapAtWork(
  { db, scope, now }: By,
  memberIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const lines = await listWorkingLines(db, scope, memberIds)
  const absent = await listAbsent(db, scope, dayText(secondsOf(now)))
  const away = new Set(absent.filter(({ why }) => why === 'unsigned').map(({ memberId }) => memberId))
  const first = new Map<number, number>()
  for (const { ofId, id } of lines) if (!away.has(id) && !first.has(ofId)) first.set(ofId, id)
  const managers = memberIds.every((id) => first.has(id)) ? [] : await listManagers(db, scope)
  return new Map(
    memberIds.map((id) => {
      const one = first.get(id)
      return [id, one === undefined ? managers : [one]]
    }),
  )
}

/** The members that act today for one member (`mapAtWork`). */
export const listAtWork = async (by: By, memberId: number): Promise<readonly number[]> =>
  (await mapAtWork(by, [memberId])).get(memberId) ?? []
