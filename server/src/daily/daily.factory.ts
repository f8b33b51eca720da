import { rooms } from '@showroom/contract'
import type { TestApp } from '../../test/app.ts'
import { secondsOf } from '../platform/clock.ts'
import type { BuiltMember } from '../team/team.factory.ts'

/** Hands in the member's report of today and returns its id. */
export async function buildDailyReport(
  app: TestApp,
  { dealerId, memberId, token }: BuiltMember,
): Promise<number> {
  await app.post(rooms.daily.handIn, token, { day: secondsOf(app.now()), summary: '跟进三位客户' })
  const { id } = await app.db
    .selectFrom('daily_report')
    .select('id')
    .where('dealer_id', '=', dealerId)
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  return id
}
