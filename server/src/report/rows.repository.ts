import type { MeasureName, MeasureRows } from '@showroom/contract/report/measures'
import type { Span } from '@showroom/contract/report/period.rules'
import type { RowsQuery } from '@showroom/contract/report/report.schema'
import { source } from '@showroom/contract/customer/customer.rules'
import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { allOf, pageOf, seesOwner } from '../platform/db/conditions.ts'
import type { Condition } from '../platform/db/conditions.ts'
import { theDealer } from '../platform/db/dealer.ts'
import type { Scope } from '../platform/session/session.ts'
import { aliases, counted, drivenMinutes, rowsNameOf, rowsOf } from './measures/rows.repository.ts'

/** A row that a number counts. */
export interface CountedRow {
  readonly id: number
  readonly at: number
  readonly customerId: number
  readonly customerName: string
  readonly mobile: string
  readonly level: string
  readonly memberName: string
  readonly source: number
  readonly otherSource: number
  readonly seriesId: number
  readonly minutes: number
  readonly kept: boolean | null
}

/** A lead may have no customer yet, so its own name and number are used. */
const leadFacts: Partial<Record<MeasureRows, { name: Condition; mobile: Condition }>> = {
  lead: { name: sql`l.name`, mobile: sql`l.mobile` },
}

/** Selects the rows that the measure counts, like `countMeasures`, narrowed to one member, series or source if requested. */
function conditionOf(
  scope: Scope,
  measure: MeasureName,
  span: Span,
  query: Omit<RowsQuery, 'dateStart' | 'dateEnd' | 'measure' | 'pageStart' | 'pageCount'>,
): Condition {
  const name = rowsNameOf(measure)
  const table = rowsOf[name]
  const is = (column: Condition, value: number | undefined): Condition[] =>
    value === undefined ? [] : [sql`coalesce(${column}, 0) = ${value}`]
  const own = counted[measure]
  return allOf([
    sql`${sql.ref(`${aliases[name]}.dealer_id`)} = ${scope.dealerId}`,
    table.where,
    sql`${table.at} >= ${new Date(span.start * 1000)} and ${table.at} < ${new Date(span.end * 1000)}`,
    ...(own ? [own] : []),
    ...(scope.sees === 'all' ? [] : [sql`${table.owner} = any(${scope.sees}::bigint[])`]),
    ...is(table.owner, query.memberId),
    ...is(table.series, query.seriesId),
    ...is(table.car ?? sql`0`, query.carId),
    ...is(table.source, query.source),
    ...is(table.otherSource, query.otherSource),
    ...(query.isOffline === 1 ? [sql`${table.source} <> ${sql.lit(source.network)}`] : []),
  ])
}

/** Length and result of the rows that are appointments or drives. */
const appointmentFacts: Partial<Record<MeasureRows, { minutes: Condition; kept: Condition }>> = {
  invitation: { minutes: sql`a.minutes`, kept: sql`a.kept` },
  drive: { minutes: drivenMinutes, kept: sql`null::boolean` },
}

/** Returns one page of the rows, latest first, and their total count. */
export async function listRows(
  db: Executor,
  scope: Scope,
  span: Span,
  query: RowsQuery,
): Promise<{ rows: CountedRow[]; total: number }> {
  const name = rowsNameOf(query.measure)
  const table = rowsOf[name]
  const alias = aliases[name]
  const from = sql`${table.from} ${table.deal?.(theDealer) ?? sql``} where ${conditionOf(scope, query.measure, span, query)}`
  const facts = leadFacts[name]
  const appointment = appointmentFacts[name]
  const { rows } = await sql<CountedRow>`
    select p.id, epoch(p.at) as at, case when c.id is not null and ${seesOwner(scope, 'cd.owner_id')} then c.id else 0 end as "customerId", mask_text(coalesce(c.name, p.name)) as "customerName",
           mask_mobile(coalesce(c.mobile, p.mobile)) as mobile, coalesce(cd.level, '') as level, coalesce(m.name, '') as "memberName",
           p.source, p.other_source as "otherSource", coalesce(p.series_id, 0) as "seriesId", p.minutes, p.kept
    from (
      select ${sql.ref(`${alias}.id`)} as id, ${table.at} as at, ${sql.ref(`${alias}.customer_id`)} as customer_id,
             ${table.owner} as owner_id, ${table.source} as source, ${table.otherSource} as other_source, ${table.series} as series_id,
             ${facts?.name ?? sql`''`} as name, ${facts?.mobile ?? sql`''`} as mobile,
             ${appointment?.minutes ?? sql`0`} as minutes, ${appointment?.kept ?? sql`null::boolean`} as kept
      from ${from}
      order by 2 desc, 1 desc ${pageOf(query)}) p
    left join customer c on c.dealer_id = ${scope.dealerId} and c.id = p.customer_id
    left join deal cd on cd.dealer_id = ${scope.dealerId} and cd.id = c.current_deal_id
    left join member m on m.dealer_id = ${scope.dealerId} and m.id = p.owner_id
    order by p.at desc, p.id desc`.execute(db)
  const { rows: totals } = await sql<{ total: number }>`select count(*)::int as total from ${from}`.execute(
    db,
  )
  return { rows, total: totals[0]?.total ?? 0 }
}

/** Lists the ids of the rows that a measure counts, each with the member it counts for (0: none). */
export async function listIds(
  db: Executor,
  scope: Scope,
  measure: MeasureName,
  span: Span,
): Promise<{ id: number; memberId: number }[]> {
  const name = rowsNameOf(measure)
  const table = rowsOf[name]
  const { rows } = await sql<{ id: number; memberId: number }>`
    select ${sql.ref(`${aliases[name]}.id`)} as id, coalesce(${table.owner}, 0) as "memberId"
    from ${table.from} ${table.deal?.(theDealer) ?? sql``}
    where ${conditionOf(scope, measure, span, { isOffline: 0 })}
    order by ${table.at}, 1`.execute(db)
  return rows
}
