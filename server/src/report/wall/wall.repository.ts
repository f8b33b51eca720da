import type { WallPeriod } from '@showroom/contract/report/wall.rules'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import type { Condition } from '../../platform/db/conditions.ts'
import type { Scope } from '../../platform/session/session.ts'
import {
  agreedDefeats,
  approvedOrders,
  arrivalTypes,
  deliveredOrders,
  doneActivities,
  leadsIn,
  offlineFilesIn,
  spansOf,
  testDriveTypes,
} from './wall.rows.ts'

/** What a store's big screen counts, in one statement. */

/** Leads of an online source, or files of an offline one, of the period (`at` 0) or the one before (1). */
export interface SourceCount {
  readonly at: 0 | 1
  readonly isOnline: boolean
  /** Code of onlineSources, or of customerFromSources. */
  readonly source: number
  readonly count: number
  readonly repeat: number
  readonly invalid: number
  readonly valid: number
  /** Of the valid ones: whose customer has arrived, and has ordered. */
  readonly arrived: number
  readonly ordered: number
}

export interface NodeCount {
  readonly at: 0 | 1
  readonly kind: 'arrival' | 'order' | 'delivery' | 'defeat'
  readonly count: number
  /** Of them, those whose customer had a test drive. */
  readonly driven: number
}

export interface WallNumbers {
  readonly sources: readonly SourceCount[]
  readonly nodes: readonly NodeCount[]
}

/** A lead is one of these, or still to be cleaned: who did not answer, too. */
const isRepeat = sql`l.is_repeat`
const isInvalid = sql`not l.is_repeat and l.status = 4`
const isValid = sql`not l.is_repeat and l.status not in (1, 12, 4)`

const hasArrived = sql`d.arrived_at is not null`
const hasOrdered = sql`d.level in ('O', 'D')`

/** The numbers of the store in a period and in the one before. */
export async function readWall(
  db: Executor,
  { dealerId }: Scope,
  { period, seriesId }: { readonly period: WallPeriod; readonly seriesId: number },
): Promise<WallNumbers> {
  const of = { dealer: sql`${dealerId}::int`, seriesId }
  const { rows } = await sql<WallNumbers>`
    with span (at, since, until) as (${spansOf(period)})
    select (
      select coalesce(json_agg(n), '[]') from span p cross join lateral (
        select p.at, true as "isOnline", l.source_id as source, count(*) as count, count(*) filter (where ${isRepeat}) as repeat,
               count(*) filter (where ${isInvalid}) as invalid, count(*) filter (where ${isValid}) as valid,
               count(*) filter (where ${isValid} and ${becameOf(dealerId, hasArrived)}) as arrived,
               count(*) filter (where ${isValid} and ${becameOf(dealerId, hasOrdered)}) as ordered
        from ${leadsIn(of)} group by l.source_id
        union all
        select p.at, false, d.from_source, count(*), 0, 0, count(*), count(*) filter (where ${hasArrived}),
               count(*) filter (where ${hasOrdered})
        from ${offlineFilesIn(of)} group by d.from_source
      ) as n
    ) as sources, (
      select json_agg(n) from span p cross join lateral (
        select p.at, 'arrival' as kind, (select count(*) from ${doneActivities(of, arrivalTypes)}) as count,
               (select count(*) from ${doneActivities(of, testDriveTypes)}) as driven
        union all select p.at, 'order', count(*), count(*) filter (where ${wasDriven(dealerId, 'o')}) from ${approvedOrders(of)}
        union all select p.at, 'delivery', count(*), count(*) filter (where ${wasDriven(dealerId, 'o')}) from ${deliveredOrders(of)}
        union all select p.at, 'defeat', count(*), count(*) filter (where ${wasDriven(dealerId, 'f')}) from ${agreedDefeats(of)}
      ) as n
    ) as nodes`.execute(db)
  return rows[0] ?? { sources: [], nodes: [] }
}

/** What became of a lead's customer: by the deal that is current. */
const becameOf = (dealerId: number, condition: Condition): Condition =>
  sql`exists (select from deal d where d.dealer_id = ${dealerId} and d.customer_id = l.customer_id and d.is_current and ${condition})`

const wasDriven = (dealerId: number, alias: string): Condition =>
  sql`exists (select from deal t where t.dealer_id = ${dealerId} and t.id = ${sql.ref(`${alias}.deal_id`)} and t.test_driven_at is not null)`
