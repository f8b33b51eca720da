import type { DoneMeasure } from '@showroom/contract/daily/daily.rules'
import type { Managed } from '@showroom/contract/team/rank.rules'
import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { seesOwner } from '../platform/db/conditions.ts'
import { target } from '../platform/db/target.ts'
import type { Scope } from '../platform/session/session.ts'

/** Reports, their authors and their comments. Days are YYYY-MM-DD in Asia/Shanghai. */

/** When the reports of a store are due; `since` is null while it has none. */
export const findSetting = (db: Executor, { dealerId }: Pick<Scope, 'dealerId'>) =>
  db
    .selectFrom('dealer')
    .select(['daily_since as since', 'daily_at as dueAt'])
    .where('id', '=', dealerId)
    .executeTakeFirstOrThrow()

export interface Writer extends Managed {
  readonly name: string
  readonly isLeft: boolean
  /** Neither frozen nor gone. */
  readonly isActive: boolean
  /** Day of the entry. */
  readonly since: string
}

/** Lists the members whose records the scope shows. */
export async function listMembers(db: Executor, scope: Scope): Promise<Writer[]> {
  const { rows } = await sql<Writer>`
    select m.id as "memberId", m.name, m.role, m.modules, m.left_at is not null as "isLeft",
           m.left_at is null and m.status = 0 as "isActive", (m.created_at at time zone 'Asia/Shanghai')::date::text as since
    from member m where m.dealer_id = ${scope.dealerId} and ${seesOwner(scope, 'm.id')}
    order by m.left_at is not null, m.name collate "zh-x-icu", m.id`.execute(db)
  return rows
}

/** Counts that a report keeps. */
export type KeptNumbers = Readonly<Record<DoneMeasure | 'overdue' | 'tomorrow', number>>

export interface Kept {
  readonly id: number
  readonly memberId: number
  readonly day: string
  readonly state: 1 | 2
  readonly isLate: boolean
  readonly handedAt: number
  readonly summary: string
  readonly plan: string
  readonly numbers: KeptNumbers
  readonly defeatIds: number[]
}

/** Lists reports that were handed in for a range of days. */
export async function listReports(
  db: Executor,
  scope: Scope,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<Kept[]> {
  const { rows } = await sql<Kept>`
    select r.id, r.member_id as "memberId", r.day::text as day, r.state, r.is_late as "isLate", epoch(r.handed_at) as "handedAt",
           mask_text(r.summary) as summary, mask_text(r.plan) as plan, r.numbers, r.defeat_request_ids as "defeatIds"
    from daily_report r
    where r.dealer_id = ${scope.dealerId} and r.day between ${from}::date and ${to}::date and ${seesOwner(scope, 'r.member_id')}`.execute(
    db,
  )
  return rows
}

export interface NewReport {
  readonly day: string
  readonly summary: string
  readonly plan: string
  readonly numbers: KeptNumbers
  readonly defeatIds: readonly number[]
  readonly isLate: boolean
  readonly at: Date
}

/** Locks the member's returned report of a day, with its texts as typed. */
export const lockReturned = (db: Executor, { dealerId, memberId }: Scope, day: string) =>
  db
    .selectFrom('daily_report')
    .select(['id', 'summary', 'plan'])
    .where('dealer_id', '=', dealerId)
    .where('member_id', '=', memberId)
    .where('day', '=', day)
    .where('state', '=', 2)
    .forUpdate()
    .executeTakeFirst()

/** Saves a report, or a returned one again. Returns false if the day's report is handed in already. */
export async function saveReport(
  db: Executor,
  { dealerId, memberId }: Scope,
  { day, summary, plan, numbers, defeatIds, isLate, at }: NewReport,
): Promise<boolean> {
  const { rows } = await sql`
    insert into ${target('daily_report')} as r
      (dealer_id, member_id, day, state, summary, plan, numbers, defeat_request_ids, is_late, handed_at)
    values (${dealerId}, ${memberId}, ${day}::date, 1, ${summary}, ${plan}, ${JSON.stringify(numbers)}::jsonb, ${[...defeatIds]}::bigint[],
            ${isLate}, ${at}::timestamptz)
    on conflict (dealer_id, member_id, day) do update
      set state = 1, summary = excluded.summary, plan = excluded.plan, numbers = excluded.numbers,
          defeat_request_ids = excluded.defeat_request_ids, handed_at = excluded.handed_at
      where r.dealer_id = ${dealerId} and r.state = 2
    returning r.id`.execute(db)
  return rows.length > 0
}

/** Locks a report that the scope shows, unless its author has left. */
export async function lockReport(
  db: Executor,
  scope: Scope,
  reportId: number,
): Promise<(Managed & { readonly state: number; readonly day: string }) | undefined> {
  const { rows } = await sql<Managed & { readonly state: number; readonly day: string }>`
    select m.id as "memberId", m.role, m.modules, r.state, r.day::text as day
    from daily_report r join member m on m.dealer_id = ${scope.dealerId} and m.id = r.member_id and m.left_at is null
    where r.dealer_id = ${scope.dealerId} and r.id = ${reportId} and ${seesOwner(scope, 'r.member_id')}
    for update of r`.execute(db)
  return rows[0]
}

export async function markReturned(db: Executor, { dealerId }: Scope, reportId: number): Promise<void> {
  await db
    .updateTable('daily_report')
    .set({ state: 2 })
    .where('dealer_id', '=', dealerId)
    .where('id', '=', reportId)
    .execute()
}

export async function insertComment(
  db: Executor,
  { dealerId, memberId }: Scope,
  { reportId, content, isReturn, at }: { reportId: number; content: string; isReturn: boolean; at: Date },
): Promise<void> {
  await db
    .insertInto('daily_comment')
    .values({
      dealer_id: dealerId,
      daily_report_id: reportId,
      member_id: memberId,
      content,
      is_return: isReturn,
      created_at: at,
    })
    .execute()
}

export interface CommentRow {
  readonly id: number
  readonly reportId: number
  readonly memberName: string
  readonly content: string
  readonly at: number
  readonly isReturn: boolean
}

/** Lists the comments on reports, oldest first. */
export async function listComments(
  db: Executor,
  { dealerId }: Scope,
  reportIds: readonly number[],
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select c.id, c.daily_report_id as "reportId", coalesce(m.name, '') as "memberName", mask_text(c.content) as content,
           epoch(c.created_at) as at, c.is_return as "isReturn"
    from daily_comment c left join member m on m.dealer_id = ${dealerId} and m.id = c.member_id
    where c.dealer_id = ${dealerId} and c.daily_report_id = any(${[...reportIds]}::bigint[])
    order by c.id`.execute(db)
  return rows
}

/** The member who returned a report last. */
export async function findReturner(
  db: Executor,
  { dealerId }: Scope,
  reportId: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ memberId: number }>`
    select c.member_id as "memberId" from daily_comment c
    where c.dealer_id = ${dealerId} and c.daily_report_id = ${reportId} and c.is_return order by c.id desc limit 1`.execute(
    db,
  )
  return rows[0]?.memberId
}

export interface Defeat {
  readonly id: number
  /** 0 if the reader does not see the customer. */
  readonly customerId: number
  readonly customerName: string
}

/** The customers of defeat requests, named as their files are now. */
export async function listDefeats(db: Executor, scope: Scope, ids: readonly number[]): Promise<Defeat[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Defeat>`
    select f.id, case when ${seesOwner(scope, 'd.owner_id')} then c.id else 0 end as "customerId", mask_text(c.name) as "customerName"
    from defeat_request f
    join customer c on c.dealer_id = ${scope.dealerId} and c.id = f.customer_id
    left join deal d on d.dealer_id = ${scope.dealerId} and d.id = c.current_deal_id
    where f.dealer_id = ${scope.dealerId} and f.id = any(${[...ids]}::bigint[])
    order by f.id`.execute(db)
  return rows
}

/** Open stores whose reports are due at this time of the day, and until then: `HH:MM`. */
export async function listDue(
  db: Executor,
  { since, until }: { readonly since: string; readonly until: string },
): Promise<number[]> {
  const rows = await db
    .selectFrom('dealer')
    .select('id')
    .where('closed_at', 'is', null)
    .where('daily_since', 'is not', null)
    .where('daily_at', '>', since)
    .where('daily_at', '<=', until)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Claims a report of the store. Of two concurrent processes only one succeeds. */
export async function claimSending(
  db: Executor,
  { dealerId }: Scope,
  { type, day, at }: { readonly type: number; readonly day: string; readonly at: Date },
): Promise<boolean> {
  const claimed = await db
    .insertInto('daily_sent')
    .values({ dealer_id: dealerId, type, day, sent_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('day')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Active members of these roles. */
export async function listReceivers(
  db: Executor,
  { dealerId }: Scope,
  roles: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('member')
    .select('id')
    .where('dealer_id', '=', dealerId)
    .where('role', 'in', roles)
    .where('status', '=', 0)
    .where('left_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
