import { leadStatus, leadTab } from '@showroom/contract/lead/lead.rules'
import { listsWaiting } from '@showroom/contract/lead/list.rules'
import type { ClueCounts, ClueListQuery } from '@showroom/contract/lead/list.schema'
import { leadMeasures } from '@showroom/contract/report/report.rules'
import { sql } from 'kysely'
import type { z } from 'zod'
import { countEach } from '../../platform/live/counts.repository.ts'
import type { Executor } from '../../platform/db/client.ts'
import {
  type Condition,
  allOf,
  anyOf,
  byMoment,
  inRange,
  literals,
  pageOf,
  readOnce,
  seesOwner,
} from '../../platform/db/conditions.ts'
import { theDealer } from '../../platform/db/dealer.ts'
import { type KeywordValues, type WithKey, formOf, idsByKey } from '../../platform/db/search.ts'
import { rememberStatements } from '../../platform/db/statement.ts'
import { RawJson } from '../../platform/http/answer.ts'
import type { Scope } from '../../platform/session/session.ts'
import { counted } from '../../report/index.ts'
import {
  beginningOf,
  hoursJson,
  isErased,
  lacksMobile,
  secondsTaken,
  seesLead,
  shownNumber,
} from '../lead.repository.ts'

/** The lead list: one statement returns page, total and the store's hours; page and total come from an index alone. */

type Query = z.output<typeof ClueListQuery>
/** A literal, not a parameter: 待分配 has its own partial index, which a generic plan for any tab could not use. */
const unassigned = sql`l.status = ${sql.lit(leadStatus.unassigned)}`

export const ofTab = (tab: number): Condition[] =>
  tab === leadTab.all ? [] : [tab === leadTab.unassigned ? unassigned : sql`l.tab = ${tab}`]

/**
 * Leads that wait for cleaning longer than the store's hours allow. Computed instead of read from the mark, which is set up to a minute
 * late and stays when the hours change. So list, count and the row's clock agree.
 */
export const overdueOf = (scope: Scope, now: Date | Condition): Condition[] => [
  sql`l.tab = ${sql.lit(leadTab.waiting)}`,
  sql`l.created_at < (
    select working_since(${now}::timestamptz, store.clear_within_minutes * 60, store.work_starts, store.work_ends)
    from dealer store where store.id = ${scope.dealerId})`,
]

/** The condition of a figure of the reports, on the lead and its own deal. */
function countedAs(place: number): Condition[] {
  const measure = leadMeasures[place - 1]
  const condition = measure && counted[measure]
  return condition
    ? [
        // Few of all leads, which the index of the tabs finds first.
        ...(measure === 'leadsWaiting'
          ? [
              sql`l.id = any(array(
                select w.id from lead w
                where w.dealer_id = ${theDealer} and w.tab in ${literals([leadTab.waiting, leadTab.unreachable])}))`,
            ]
          : []),
        sql`exists (select from (select) one
          left join deal d on d.dealer_id = ${theDealer} and d.id = l.deal_id where ${condition})`,
      ]
    : []
}

/** Scope and time of the list. */
export interface Reader {
  readonly worksAll: boolean
  /** The reader has no such tab, so it is empty. */
  readonly isHidden: boolean
  /** A date or a SQL expression. */
  readonly now: Date | Condition
}

const conditionOf = (scope: Scope, reader: Reader, query: WithKey<Query>): Condition =>
  allOf([
    sql`l.dealer_id = ${scope.dealerId}`,
    reader.isHidden ? sql`false` : seesLead(scope, reader.worksAll),
    ...ofTab(query.activityType),
    ...countedAs(query.counted),
    ...(query.isOverdue ? overdueOf(scope, reader.now) : []),
    ...inRange('l.created_at', query.createdDate),
    ...anyOf('l.source_id', query.onlineSources),
    ...anyOf('l.owner_id', query.userIds),
    ...(query.clueLevel ? [sql`l.clue_level = ${query.clueLevel}`] : []),
    ...(query.isRemote ? [sql`l.is_remote = ${query.isRemote}`] : []),
    ...(query.key ? [sql`l.id in ${idsByKey(scope.dealerId, 'lead', query.key)}`] : []),
  ])

const orderOf = (query: Query): Condition =>
  byMoment({ moment: 'l.created_at', id: 'l.id', waits: listsWaiting(query) }, query.orderType)

/** Joins for the columns of a row that are not the lead's own. */
const rowsOf = (scope: Scope, where: Condition, order: Condition, page: Condition) => sql`
  ${readOnce(sql`select l.id from lead l where ${where} order by ${order} ${page}`)} as page
  join lead l on l.dealer_id = ${scope.dealerId} and l.id = page.id
  join dealer store on store.id = l.dealer_id
  left join series s on s.id = l.series_id
  left join dictionary source on source.kind = 'onlineSources' and source.value = l.source_id::text
  left join member m on m.dealer_id = ${scope.dealerId} and m.id = l.owner_id`

const readPage = rememberStatements<
  { data: string; total: number; hours: string },
  Pick<Reader, 'now'> & KeywordValues
>()

/** Returns a page of the leads that the member sees, their total, and the store's hours. */
export async function listLeads(
  db: Executor,
  scope: Scope,
  reader: Reader,
  query: Query,
): Promise<{ data: RawJson; total: number; hours: RawJson }> {
  const { now, ...rights } = reader
  const { form, values, keyIn } = formOf(scope.dealerId, query.key)
  const question = [rights, { ...query, key: form }]
  const [row] = await readPage(db, scope, { question, values: { ...values, now } }, (at) => {
    const where = conditionOf(scope, { ...rights, now: at.now }, { ...query, key: keyIn(at) })
    const order = orderOf(query)
    return sql`
      select (select count(*) from lead l where ${where}) as total,
             (select ${hoursJson}::text from dealer store where store.id = ${scope.dealerId}) as hours,
             coalesce(json_agg(r), '[]')::text as data
      from (
        select l.id as "clueId", l.id, epoch(l.created_at) as "createdDate", mask_text(l.name) as name, ${shownNumber} as phone, ${lacksMobile} as "lacksMobile", ${isErased} as "isErased", l.status,
               l.last_task as type, l.clear_status as "clearStatus", coalesce(m.name, '') as "ownerName",
               coalesce(source.display, '') as "sourceName", coalesce(s.name, mask_text(l.facts ->> 'seriesName'), '') as "seriesName",
               ${beginningOf('l.remark')} as remark, ${beginningOf('l.clear_remark')} as "clearRemark", l.invalid_reason as "invalidReason",
               l.clue_level as "clueLevel", l.is_remote as "isRemote", l.is_repeat as "isRepeat",
               coalesce(d.customer_id, 0) as "customerId", epoch(l.assigned_at) as "assignedDate",
               ${secondsTaken.clearing} as "clearSeconds", ${secondsTaken.following} as "followSeconds"
        from ${rowsOf(scope, where, order, pageOf(query))}
        left join customer c on c.dealer_id = ${scope.dealerId} and c.id = l.customer_id
        left join deal d on d.dealer_id = ${scope.dealerId} and d.id = c.current_deal_id and ${seesOwner(scope, 'd.owner_id')}
        order by ${order}
      ) as r`
  })
  return {
    data: new RawJson(row?.data ?? '[]'),
    total: row?.total ?? 0,
    hours: new RawJson(row?.hours ?? '{}'),
  }
}

/** Counts the leads of each query, up to a limit. */
export const countLeadsEach = (
  db: Executor,
  scope: Scope,
  queries: readonly { readonly reader: Reader; readonly query: Query }[],
): Promise<number[]> =>
  countEach(
    db,
    queries.map(({ reader, query }) => sql`from lead l where ${conditionOf(scope, reader, query)}`),
  )

/** A row of the workbook: the number masked, codes in words. */
export interface ExportRow {
  readonly name: string
  readonly phone: string
  readonly lacksMobile: boolean
  readonly status: number
  readonly clearStatus: number
  readonly invalidReason: string
  readonly ownerName: string
  readonly sourceName: string
  readonly seriesName: string
  readonly clueLevel: number
  readonly isRemote: number
  readonly isRepeat: boolean
  readonly remark: string
  /** Epoch seconds; 0 for none. */
  readonly createdDate: number
  readonly assignedDate: number
  /** -1 for none. */
  readonly clearSeconds: number
  readonly followSeconds: number
}

/** The first rows of the list, whatever page was requested. */
export async function listForExport(
  db: Executor,
  scope: Scope,
  reader: Reader,
  query: Query,
  limit: number,
): Promise<ExportRow[]> {
  const order = orderOf(query)
  const { rows } = await sql<ExportRow>`
    select mask_text(l.name) as name, ${shownNumber} as phone, ${lacksMobile} as "lacksMobile", l.status, l.clear_status as "clearStatus",
           coalesce(reason.display, '') as "invalidReason", coalesce(m.name, '') as "ownerName",
           coalesce(source.display, '') as "sourceName", coalesce(s.name, mask_text(l.facts ->> 'seriesName'), '') as "seriesName",
           l.clue_level as "clueLevel", l.is_remote as "isRemote", l.is_repeat as "isRepeat", mask_text(l.clear_remark) as remark,
           epoch(l.created_at) as "createdDate", epoch(l.assigned_at) as "assignedDate",
           ${secondsTaken.clearing} as "clearSeconds", ${secondsTaken.following} as "followSeconds"
    from ${rowsOf(scope, conditionOf(scope, reader, query), order, sql`limit ${limit}`)}
    left join dictionary reason on reason.kind = 'clueInvalidReasons' and reason.value = l.invalid_reason::text
    order by ${order}`.execute(db)
  return rows
}

/** Counts the waiting leads of each tab from its index. */
export async function countLeads(
  db: Executor,
  scope: Scope,
  reader: { readonly worksAll: boolean; readonly assigns: boolean; readonly now: Date },
): Promise<z.output<typeof ClueCounts>> {
  const own = [sql`l.dealer_id = ${scope.dealerId}`, seesLead(scope, reader.worksAll)]
  const count = (...conditions: Condition[]): Condition =>
    sql`(select count(*) from lead l where ${allOf([...own, ...conditions])})`
  const { rows } = await sql<z.output<typeof ClueCounts>>`
    select ${count(...ofTab(leadTab.waiting))} as waiting, ${count(...ofTab(leadTab.unreachable))} as unreachable,
           ${reader.assigns ? count(unassigned) : sql`0::bigint`} as unassigned,
           ${count(...overdueOf(scope, reader.now))} as overdue`.execute(db)
  return rows[0] ?? { waiting: 0, unassigned: 0, unreachable: 0, overdue: 0 }
}
