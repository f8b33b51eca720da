import { auditKinds, exceptSignIns } from '@showroom/contract/kernel/audit'
import { auditMost, exportKeptDays, timesUsual } from '@showroom/contract/audit/audit.schema'
import type { AuditList, ExportRecords } from '@showroom/contract/audit/audit.schema'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Executor } from '../platform/db/client.ts'
import { allOf, inRange, pageOf } from '../platform/db/conditions.ts'
import type { Condition } from '../platform/db/conditions.ts'
import type { Scope } from '../platform/session/session.ts'

/** Reads the audit and the export log. The actions they record write them; rows never change. */

type Page = Pick<z.output<typeof AuditList>, 'pageStart' | 'pageCount'>

const dayMs = 86_400_000

/** Returns a page of the export log, newest first, and the total of the range. The index alone selects the page, however late. */
export async function listExports(
  db: Executor,
  { dealerId }: Scope,
  query: z.output<typeof ExportRecords>,
  now: Date,
) {
  const where = allOf([sql`e.dealer_id = ${dealerId}`, ...inRange('e.created_at', query.createdDate)])
  const keptFrom = new Date(now.getTime() - exportKeptDays * dayMs)
  const { rows } = await sql<{ records: never[]; total: number }>`
    select coalesce((select json_agg(json_build_object(
             'id', p.id, 'createdAt', epoch(p.created_at), 'exportName', p.export_name, 'userName', p.user_name,
             'recordTotal', p.record_total, 'asked', p.asked, 'isKept', p.created_at > ${keptFrom}) order by p.created_at desc, p.id desc)
             from (select e.id from export_log e where ${where}
                   order by e.created_at desc, e.id desc ${pageOf(query)}) k
             cross join lateral (select e.* from export_log e where e.dealer_id = ${dealerId} and e.id = k.id offset 0) p), '[]') as records,
           (select count(*)::int from export_log e where ${where}) as total`.execute(db)
  return rows[0] ?? { records: [], total: 0 }
}

/** Returns one export of the store. */
export const findExport = (db: Executor, { dealerId }: Scope, id: number) =>
  db
    .selectFrom('export_log')
    .select(['export_name as exportName', 'created_at as createdAt', 'file_key as fileKey'])
    .where('dealer_id', '=', dealerId)
    .where('id', '=', id)
    .executeTakeFirst()

export interface AuditEntryRow {
  readonly id: number
  readonly createdAt: number
  readonly memberId: number
  /** Empty without a member. */
  readonly userName: string
  readonly kind: number
  readonly action: string
  readonly record: string
  readonly recordName: string
  readonly detail: Readonly<Record<string, unknown>>
  readonly ip: string
}

const conditionOf = ({ dealerId }: Scope, query: z.output<typeof AuditList>): Condition =>
  allOf([
    sql`a.dealer_id = ${dealerId}`,
    ...inRange('a.at', query.createdDate),
    ...(query.memberId ? [sql`a.member_id = ${query.memberId}`] : []),
    ...kindIs(query.kind),
    ...(query.record ? [sql`a.record <> '' and a.record = ${query.record}`] : []),
  ])

/** The literal lets the planner take the index without sign-ins. */
function kindIs(kind: number): Condition[] {
  if (kind === exceptSignIns.value) return [sql`a.kind <> ${sql.lit(auditKinds.signIn.value)}`]
  return kind ? [sql`a.kind = ${kind}`] : []
}

/** Name of the record if it is of this kind; looked up for the rows of the page only. */
const nameOf = ({ dealerId }: Scope, kind: string, table: string, column: string): Condition =>
  sql`(select t.${sql.ref(column)} from ${sql.table(table)} t where t.dealer_id = ${dealerId}
       and t.id = case when p.record ~ ${sql.lit(`^${kind}:\\d{1,15}$`)} then split_part(p.record, ':', 2)::bigint end)`

/**
 * Returns audit rows that match the query, newest first, with the names of member and record. The index alone selects them, however late
 * the page. `offset 0` keeps the planner reading those rows one by one. The limit is a literal, as the planner assumes that a parameter
 * takes a tenth of all rows.
 */
export async function listAudit(
  db: Executor,
  scope: Scope,
  query: z.output<typeof AuditList>,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<AuditEntryRow[]> {
  const { dealerId } = scope
  const names = [
    nameOf(scope, 'customer', 'customer', 'name'),
    nameOf(scope, 'lead', 'lead', 'name'),
    nameOf(scope, 'order', 'vehicle_order', 'order_no'),
    nameOf(scope, 'member', 'member', 'name'),
  ]
  const { rows } = await sql<AuditEntryRow>`
    select p.id, epoch(p.at) as "createdAt", coalesce(p.member_id, 0) as "memberId",
           coalesce((select m.name from member m where m.dealer_id = ${dealerId} and m.id = p.member_id), '') as "userName",
           p.kind, p.action, p.record, p.detail, p.ip, mask_text(coalesce(${sql.join(names)}, '')) as "recordName"
    from (select a.id from audit a where ${conditionOf(scope, query)}
          order by a.at desc, a.id desc limit ${sql.lit(limit)} offset ${offset}::int) k
    cross join lateral (select a.* from audit a where a.dealer_id = ${dealerId} and a.id = k.id offset 0) p
    order by p.at desc, p.id desc`.execute(db)
  return rows
}

/** Counts the matching rows up to `auditMost + 1`. */
export async function countAudit(
  db: Executor,
  scope: Scope,
  query: z.output<typeof AuditList>,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total
    from (select from audit a where ${conditionOf(scope, query)} limit ${sql.lit(auditMost + 1)}) a`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

export const offsetOf = ({ pageStart, pageCount }: Page): number => (pageStart - 1) * pageCount

/** Returns the names of all members the store ever had. */
export async function readMemberNames(
  db: Executor,
  { dealerId }: Scope,
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('member')
    .select(['id', 'name'])
    .where('dealer_id', '=', dealerId)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const recentDays = 7
const usualWeeks = 4

/** Lists members who revealed at least `least` numbers in the last 7 days, and at least `timesUsual` times their usual week. */
export async function listRevealers(db: Executor, { dealerId }: Scope, least: number, now: Date) {
  const from = new Date(now.getTime() - recentDays * dayMs)
  const before = new Date(from.getTime() - usualWeeks * 7 * dayMs)
  const { rows } = await sql<{ memberId: number; userName: string; recent: number; usual: number }>`
    with revealed as (
      select a.member_id, count(*) filter (where a.at >= ${from})::int as recent,
             round(count(*) filter (where a.at < ${from}) / ${sql.lit(usualWeeks)}.0, 1)::float8 as usual
      from audit a
      where a.dealer_id = ${dealerId} and a.kind = ${sql.lit(auditKinds.reveal.value)} and a.at >= ${before}
      group by a.member_id
    )
    select m.id as "memberId", m.name as "userName", r.recent, r.usual
    from revealed r join member m on m.dealer_id = ${dealerId} and m.id = r.member_id
    where r.recent >= ${least}::int and r.recent >= r.usual * ${sql.lit(timesUsual)}
    order by r.recent desc, m.id`.execute(db)
  return rows
}
