import type { MorningReport, MorningSetting } from '@showroom/contract/report/morning.schema'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import { target } from '../../platform/db/target.ts'
import type { Scope } from '../../platform/session/session.ts'
import { wecomUserOf } from '../../platform/wecom/binding.repository.ts'

/** Subscriptions to the morning report, and its open tasks. Days are YYYY-MM-DD in Asia/Shanghai, times `HH:MM`. */

/** Returns the member's own subscription. */
export async function findSetting(
  db: Executor,
  { dealerId, memberId }: Scope,
): Promise<MorningSetting | undefined> {
  return db
    .selectFrom('morning_report')
    .select([
      'is_on as isOn',
      'send_at as time',
      'by_bell as byBell',
      'by_sms as bySms',
      'by_wecom as byWecom',
    ])
    .where('dealer_id', '=', dealerId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
}

/** Saves the member's subscription. `passedOn` is today if the chosen time has already passed; the first report then comes tomorrow. */
export async function saveSetting(
  db: Executor,
  { dealerId, memberId }: Scope,
  { isOn, time, byBell, bySms, byWecom }: MorningSetting,
  passedOn: string | undefined,
): Promise<void> {
  const chosen = { is_on: isOn, send_at: time, by_bell: byBell, by_sms: bySms, by_wecom: byWecom }
  const passed = passedOn === undefined ? {} : { sent_on: passedOn }
  await db
    .insertInto('morning_report')
    .values({ dealer_id: dealerId, member_id: memberId, ...chosen, ...passed })
    .onConflict((conflict) =>
      conflict.columns(['dealer_id', 'member_id']).doUpdateSet({ ...chosen, ...passed }),
    )
    .execute()
}

export interface Subscriber {
  readonly dealerId: number
  readonly memberId: number
}

/** Lists a store's subscribers whose send time lies in this window and whose report has not been sent today. */
export async function listDue(
  db: Executor,
  dealerId: number,
  { day, since, until }: { readonly day: string; readonly since: string; readonly until: string },
): Promise<Subscriber[]> {
  const { rows } = await sql<Subscriber>`
    select dealer_id as "dealerId", member_id as "memberId" from morning_report
    where dealer_id = ${dealerId} and is_on and send_at > ${since} and send_at <= ${until}
      and sent_on is distinct from ${day}::date
    order by member_id`.execute(db)
  return rows
}

/** Channels that reach a member. */
export interface Ways {
  readonly byBell: boolean
  /** Empty if SMS is off. */
  readonly mobile: string
  /** Empty if WeCom is off or the member is not bound to it. */
  readonly wecomUserId: string
}

/** Claims the day's report of a subscriber. Of two concurrent processes only one succeeds, so the report is sent once. */
export async function claimReport(
  db: Executor,
  { dealerId, memberId }: Subscriber,
  { day, corpId }: { readonly day: string; readonly corpId: string },
): Promise<Ways | undefined> {
  const { rows } = await sql<Ways>`
    update ${target('morning_report')} r set sent_on = ${day}::date
    from member m join account a on a.id = m.account_id
    where r.dealer_id = ${dealerId} and r.member_id = ${memberId} and r.is_on and r.sent_on is distinct from ${day}::date
      and m.dealer_id = ${dealerId} and m.id = ${memberId}
    returning r.by_bell as "byBell", case when r.by_sms then a.mobile else '' end as mobile,
              case when r.by_wecom then coalesce(${wecomUserOf('a.id', corpId)}, '') else '' end as "wecomUserId"`.execute(
    db,
  )
  return rows[0]
}

/** Counts the store's open tasks until the end of the day: due today, and overdue by member. Uses the index of open tasks alone. */
export async function readOpenTasks(
  db: Executor,
  { dealerId }: Scope,
  { start, end }: { readonly start: Date; readonly end: Date },
): Promise<Pick<MorningReport, 'dueToday' | 'overdue' | 'members'>> {
  const { rows } = await sql<Pick<MorningReport, 'dueToday' | 'overdue' | 'members'>>`
    select coalesce(sum(today), 0)::int as "dueToday", coalesce(sum(late), 0)::int as overdue,
           coalesce(json_agg(json_build_object('memberId', m.id, 'userName', m.name, 'overdue', late) order by late desc, m.id)
             filter (where late > 0), '[]') as members
    from (
      select owner_id, count(*) filter (where due_at >= ${start}) as today, count(*) filter (where due_at < ${start}) as late
      from activity
      where dealer_id = ${dealerId} and completed_at is null and cancelled_at is null and due_at < ${end}
      group by owner_id
    ) as open
    join member m on m.dealer_id = ${dealerId} and m.id = open.owner_id`.execute(db)
  return rows[0] ?? { dueToday: 0, overdue: 0, members: [] }
}
