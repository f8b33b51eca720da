import { activityType, timelineType } from '@showroom/contract/customer/customer.rules'
import { addDays } from '@showroom/contract/kernel/day'
import { sql } from 'kysely'
import { secondsOf } from '../platform/clock.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/client.ts'
import type { Job } from '../platform/jobs.ts'
import type { Live } from '../platform/live.ts'

interface WakeDeps {
  readonly db: Database
  readonly live: Pick<Live, 'hint'>
  readonly clock: Clock
}

/** Customers woken by one statement; more wait for the next. */
const batch = 500

/**
 * Wakes dormant customers whose time is over (document 4, section 3): the dormancy ends, a call (a return visit after a
 * delivery) is planned for today, the timeline
 * says so - one statement, so a kill in between wakes nobody by halves. A second process skips what the first has locked.
 */
export const wakeDormant = ({ db, live, clock }: WakeDeps): Job => ({
  name: 'wake-dormant',
  cron: '*/5 * * * *',
  async run() {
    for (;;) {
      const woken = await wakeBatch(db, clock())
      for (const dealerId of new Set(woken)) live.hint({ dealerId, topics: ['customer', 'task'] })
      if (woken.length < batch) break
    }
  },
})

/** The stores of those it woke, once for each customer. */
export async function wakeBatch(db: Database, now: Date): Promise<number[]> {
  const dueAt = new Date(addDays(secondsOf(now), 0) * 1000)
  const { rows } = await sql<{ dealerId: number }>`
    with due as (
      select dealer_id, id, customer_id, owner_id, level,
             case when level = 'D' then ${sql.lit(activityType.revisit)} else ${sql.lit(activityType.call)} end::smallint as type
      from deal
      where suspended_at is not null and is_current and resume_at <= ${now} and level in ('N','H','A','B','C','O','D')
      order by resume_at limit ${sql.lit(batch)} for update skip locked
    ), woken as (
      update deal d set suspended_at = null, resume_at = null, resume_duration = 0, next_follow_at = ${dueAt}, next_activity_type = due.type
      from due where d.dealer_id = due.dealer_id and d.id = due.id
    ), planned as (
      insert into activity (dealer_id, customer_id, deal_id, owner_id, type, due_at, created_at)
      select dealer_id, customer_id, id, owner_id, type, ${dueAt}, ${now}::timestamptz from due
      on conflict do nothing
    ), recorded as (
      insert into timeline (dealer_id, customer_id, deal_id, created_at, member_id, owner_name, level, type, subject, content)
      select dealer_id, customer_id, id, ${now}::timestamptz, 0, '系统', level,
             ${sql.lit(timelineType.woken)}, '自动唤醒', '休眠到期，系统自动唤醒，请尽快跟进' from due
    ), bumped as (
      update customer c set row_version = row_version + 1
      from due where c.dealer_id = due.dealer_id and c.id = due.customer_id
    )
    select dealer_id as "dealerId" from due`.execute(db)
  return rows.map(({ dealerId }) => dealerId)
}
