import { waitingMinutes } from '@showroom/contract/desk/desk.rules'
import { dayText } from '@showroom/contract/kernel/day'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { sql } from 'kysely'
import { notify } from '../notice/index.ts'
import type { Notifying } from '../notice/index.ts'
import { secondsOf } from '../platform/clock.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Executor } from '../platform/db/client.ts'
import type { Job } from '../platform/jobs.ts'
import { transactLive } from '../platform/live.ts'
import type { Live } from '../platform/live.ts'
import { serveInTurns } from '../platform/queues/ring.ts'
import { mintJobScope } from '../platform/session/session.ts'
import { listManagers } from '../team/index.ts'
import { fillPastArrivals } from './past.job.ts'

interface JobDeps {
  readonly db: Database
  readonly live: Live
  readonly clock: Clock
}

/** Jobs that act on visits over time. */
export const deskJobs = (deps: JobDeps): Job[] => [
  warnOfWaiting(deps),
  closeVisits(deps),
  fillPastArrivals(deps),
]

/** Notifies managers of customers who have waited too long for a consultant, once per stay. */
const warnOfWaiting = (deps: JobDeps): Job => ({
  name: 'warn-of-waiting-visitors',
  for: 'stores',
  cron: '* * * * *',
  async run() {
    const now = deps.clock()
    await serveInTurns(await listWaiting(deps.db, now), async (dealerId) => {
      await transactLive(deps, async (trx, emitLive) => {
        const names = await markWaiting(trx, dealerId, now)
        if (names.length === 0) return
        await notifyManagers({ db: trx, scope: mintJobScope(dealerId, 0), now, emitLive }, names)
        emitLive({ dealerId, topics: ['desk'] })
      })
      return false
    })
  },
})

/** Matches visits of today only, as earlier ones ended with their day. */
const waitsTooLong = (now: Date) => sql`
  left_at is null and receiver_id is null and warned_at is null and day = ${dayText(secondsOf(now))}::date
  and came_at < ${new Date(now.getTime() - waitingMinutes * 60_000)}`

async function listWaiting(db: Executor, now: Date): Promise<number[]> {
  const { rows } = await sql<{ dealerId: number }>`
    select distinct dealer_id as "dealerId" from visit where ${waitsTooLong(now)}`.execute(db)
  return rows.map((row) => row.dealerId)
}

/**
 * Marks the customers of a store who wait too long and returns their names. The row locks ensure that only one of two processes reports
 * each.
 */
async function markWaiting(db: Executor, dealerId: number, now: Date): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with due as (
      select id, customer_id from visit where dealer_id = ${dealerId} and ${waitsTooLong(now)} for update skip locked
    ), marked as (
      update visit v set warned_at = ${now}::timestamptz from due where v.dealer_id = ${dealerId} and v.id = due.id
    )
    select c.name from due join customer c on c.dealer_id = ${dealerId} and c.id = due.customer_id
    order by due.id`.execute(db)
  return rows.map(({ name }) => name)
}

async function notifyManagers(by: Notifying, names: readonly string[]): Promise<void> {
  const [first = ''] = names
  const who = names.length === 1 ? first : `${first}等${names.length}位客户`
  const notices = (await listManagers(by.db, by.scope)).map((memberId) => ({
    memberId,
    kind: noticeKind.receptionLate,
    text: `${who}到店超过${waitingMinutes}分钟，还没有人接待`,
  }))
  await notify(by, notices)
}

/** Ends visits that are still open after their day; the customers count as gone at midnight. */
const closeVisits = ({ db, live, clock }: JobDeps): Job => ({
  name: 'close-visits',
  for: 'stores',
  cron: '0 0 * * *',
  atStart: true,
  async run() {
    const { rows } = await sql<{ dealerId: number }>`
      update visit set left_at = (day + 1)::timestamp at time zone 'Asia/Shanghai'
      where left_at is null and day < ${dayText(secondsOf(clock()))}::date
      returning dealer_id as "dealerId"`.execute(db)
    for (const dealerId of new Set(rows.map((row) => row.dealerId))) live.emit({ dealerId, topics: ['desk'] })
  },
})
