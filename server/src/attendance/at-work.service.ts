import { dayText } from '@showroom/contract/kernel/day'
import { secondsOf } from '../platform/clock.ts'
import type { Actor } from '../platform/live/events.ts'
import { listManagers } from '../team/index.ts'
import { listAbsent, listWorkingLine } from './attendance.repository.ts'

/**
 * Lists who acts today for a member: the member, or the first superior at work while the member is frozen, gone or has not signed in,
 * otherwise the admins. Never empty in a store with an admin.
 */
export async function listAtWork(
  { db, scope, now }: Pick<Actor, 'db' | 'scope' | 'now'>,
  memberId: number,
): Promise<number[]> {
  const line = await listWorkingLine(db, scope, memberId)
  const absent = await listAbsent(db, scope, dayText(secondsOf(now)))
  const away = new Set(absent.filter(({ why }) => why === 'unsigned').map((one) => one.memberId))
  const first = line.find((id) => !away.has(id))
  return first === undefined ? listManagers(db, scope) : [first]
}
