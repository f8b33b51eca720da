import { activityType, timelineType } from '@showroom/contract/customer/customer.rules'
import { addDays } from '@showroom/contract/kernel/day'
import { sql } from 'kysely'
import { secondsOf } from '../platform/clock.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Executor } from '../platform/db/client.ts'
import type { Outlet } from '../platform/happenings.ts'
import type { Job } from '../platform/jobs.ts'
import { hintAfter } from '../platform/live.ts'
import type { Live } from '../platform/live.ts'
import { mintJobScope } from '../platform/session/session.ts'
import { claimDormant } from './lock.ts'
import type { Dormant } from './lock.ts'

interface WakeDeps {
  readonly db: Database
  readonly live: Pick<Live, 'hint'>
  readonly clock: Clock
  readonly happenings: Outlet
}

/** Customers woken by one statement; more wait for the next. */
const batch = 500

/**
 * Wakes dormant customers whose time is over: the dormancy ends, a call (a return visit after a delivery) is planned for today, the
 * timeline says so; in one transaction, so that a kill in between wakes nobody by halves. A second process skips what the first has
 * locked.
 */
export const wakeDormant = (deps: WakeDeps): Job => ({
  name: 'wake-dormant',
  cron: '*/5 * * * *',
  async run() {
    while ((await wakeBatch(deps, deps.clock())).length === batch);
  },
})

/** The stores of those it woke, once for each customer. */
export const wakeBatch = (deps: Omit<WakeDeps, 'clock'>, now: Date): Promise<number[]> =>
  hintAfter(deps, async (db, hintLive) => {
    const due = await claimDormant(db, now, batch)
    const dealerIds = due.map(({ dealerId }) => dealerId)
    if (due.length > 0) await wakeAll(db, due, now)
    for (const dealerId of new Set(dealerIds)) {
      const customerIds = due.filter((one) => one.dealerId === dealerId).map(({ customerId }) => customerId)
      const by = { db, scope: mintJobScope(dealerId, 0), memberName: '系统', now, hintLive }
      await deps.happenings.emit(by, 'woken', { customerIds })
      hintLive({ dealerId, topics: ['customer', 'task'] })
    }
    return dealerIds
  })

async function wakeAll(db: Executor, due: readonly Dormant[], now: Date): Promise<void> {
  const dueAt = new Date(addDays(secondsOf(now), 0) * 1000)
  await sql`
    with due as (
      select d.dealer_id, d.id, d.customer_id, d.owner_id, d.level,
             case when d.level = 'D' then ${sql.lit(activityType.revisit)} else ${sql.lit(activityType.call)} end::smallint as type
      from unnest(${due.map((one) => one.dealerId)}::int[], ${due.map((one) => one.customerId)}::bigint[]) as k (dealer_id, customer_id)
      join deal d on d.dealer_id = k.dealer_id and d.customer_id = k.customer_id and d.is_current
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
    )
    update customer c set row_version = row_version + 1
    from due where c.dealer_id = due.dealer_id and c.id = due.customer_id`.execute(db)
}
