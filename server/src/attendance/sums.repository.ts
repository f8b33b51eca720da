import { signType } from '@showroom/contract/attendance/attendance.rules'
import type { SignRow } from '@showroom/contract/report/report.schema'
import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import type { Scope } from '../platform/session/session.ts'
import { dueIds } from './attendance.repository.ts'

/** Counts the days of a whole store. */

/**
 * Person-days of a range of days (YYYY-MM-DD, both included) by member: members who were due or signed, and active ones with 签到. Judged
 * like `judgeDay` of the contract: by the hours valid on the day, and a sign within the minute is on time. A day counts as due once the
 * member has signed or the hours are over, so that due is always actual plus absent.
 */
export async function sumSigns(
  db: Executor,
  { dealerId }: Scope,
  { from, to, now }: { readonly from: string; readonly to: string; readonly now: Date },
): Promise<SignRow[]> {
  const { rows } = await sql<SignRow>`
    with days as (
      select a.day, ${dueIds({ dealerId }, now)} as due_ids, (day + in_time::time) at time zone 'Asia/Shanghai' as starts,
             (day + off_time::time) at time zone 'Asia/Shanghai' as ends
      from attendance_day a where a.dealer_id = ${dealerId} and a.day between ${from}::date and ${to}::date),
    signed as (
      select member_id, day, min(signed_at) as first, max(signed_at) filter (where type = ${signType.out}) as last_out,
             bool_or(is_outside) as outside
      from attendance_sign where dealer_id = ${dealerId} and day between ${from}::date and ${to}::date
      group by member_id, day),
    due as (select unnest(due_ids) as member_id, day, starts, ends from days),
    judged as (
      select member_id, d.starts is not null and (s.first is not null or d.ends <= ${now}) as due,
             d.starts is not null and s.first is not null as actual, s.outside, s.first is null and d.ends <= ${now} as absent,
             d.starts is not null and s.first >= d.starts + interval '1 minute' as late,
             d.starts is not null and s.last_out < d.ends as early
      from due d full join signed s using (member_id, day)),
    counted as (
      select member_id, count(*) filter (where due) as due, count(*) filter (where actual) as actual,
             count(*) filter (where absent) as absent, count(*) filter (where late) as late,
             count(*) filter (where early) as early, count(*) filter (where outside) as outside
      from judged group by member_id)
    select m.id as "memberId", m.name, m.left_at is not null as "isLeft",
           coalesce(c.due, 0)::int as due, coalesce(c.actual, 0)::int as actual, coalesce(c.absent, 0)::int as absent,
           coalesce(c.late, 0)::int as late, coalesce(c.early, 0)::int as early, coalesce(c.outside, 0)::int as outside
    from member m left join counted c on c.member_id = m.id
    where m.dealer_id = ${dealerId}
      and (c.member_id is not null or (m.status = 0 and m.left_at is null and '签到' = any(m.modules)))
    order by m.left_at is not null, m.name collate "zh-x-icu", m.id`.execute(db)
  return rows
}
