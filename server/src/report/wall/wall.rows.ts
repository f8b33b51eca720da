import type { Span, WallPeriod } from '@showroom/contract/report/wall.rules'
import { sql } from 'kysely'
import { type Condition, literals } from '../../platform/db/conditions.ts'

/**
 * The rows that the big screen counts, each from its covering index: of one store, in one span `p (at, since, until)`. What they are, on
 * which day and of which series, is the same as in the reports.
 */

export interface OfStore {
  /** An expression: the id of the store. */
  readonly dealer: Condition
  /** 0 for all. */
  readonly seriesId: number
}

const at = (seconds: number): Date => new Date(seconds * 1000)
const spanRow = (place: number, { start, end }: Span): Condition =>
  sql`(${sql.lit(place)}, ${at(start)}::timestamptz, ${at(end)}::timestamptz)`

/** Rows of `span (at, since, until)`: 0 the period, 1 the one before. */
export const spansOf = ({ now, before }: WallPeriod): Condition =>
  sql`values ${spanRow(0, now)}, ${spanRow(1, before)}`

const within = (column: string): Condition =>
  sql`${sql.ref(column)} >= p.since and ${sql.ref(column)} < p.until`

/** A series that was not chosen is no condition: the index has it, and would be read for nothing. */
const ofSeries = (seriesId: number, condition: Condition): Condition =>
  seriesId ? sql` and ${condition}` : sql``

/** Of the deal that something happened to: its first series is the main one. */
const ofDeal = (alias: string, { dealer, seriesId }: OfStore): Condition =>
  ofSeries(
    seriesId,
    sql`exists (select from deal t where t.dealer_id = ${dealer} and t.id = ${sql.ref(`${alias}.deal_id`)}
      and t.series_ids[1] = ${seriesId}::int)`,
  )

const ofOrder = (alias: string, { dealer, seriesId }: OfStore): Condition =>
  ofSeries(
    seriesId,
    sql`(select i.series_id from vehicle_order_line i where i.dealer_id = ${dealer} and i.order_id = ${sql.ref(`${alias}.id`)}
      order by i.id limit 1) = ${seriesId}::int`,
  )

/** Leads `l` that came in. */
export const leadsIn = ({ dealer, seriesId }: OfStore): Condition => sql`
  lead l where l.dealer_id = ${dealer} and ${within('l.created_at')}${ofSeries(seriesId, sql`l.series_id = ${seriesId}::int`)}`

/** Files `d` that were opened offline. */
export const offlineFilesIn = ({ dealer, seriesId }: OfStore): Condition => sql`
  deal d where d.dealer_id = ${dealer} and d.is_current and d.from_source <> 98 and ${within('d.created_at')}${ofSeries(
    seriesId,
    sql`d.series_ids[1] = ${seriesId}::int`,
  )}`

/** Arrival and test drive, of what was done. */
export const arrivalTypes = [2] as const
export const testDriveTypes = [3] as const

/** Activities `a` that were completed. */
export const doneActivities = (of: OfStore, types: readonly number[]): Condition => sql`
  activity a where a.dealer_id = ${of.dealer} and a.completed_type in ${literals(types)} and a.completed_at is not null
  and ${within('a.completed_at')}${ofDeal('a', of)}`

const isLive = literals([3, 4, 14, 15, 16, 17, 19])
const isDelivered = literals([14, 19])

/** Orders `o` that were approved and are not cancelled. */
export const approvedOrders = (of: OfStore): Condition => sql`
  vehicle_order o where o.dealer_id = ${of.dealer} and o.status in ${isLive} and ${within('o.reviewed_at')}${ofOrder('o', of)}`

/** Orders `o` whose vehicle was handed over. */
export const deliveredOrders = (of: OfStore): Condition => sql`
  vehicle_order o where o.dealer_id = ${of.dealer} and o.status in ${isDelivered} and ${within('o.delivered_at')}${ofOrder('o', of)}`

/** Defeats `f` that were agreed to and not taken back. */
export const agreedDefeats = (of: OfStore): Condition => sql`
  defeat_request f where f.dealer_id = ${of.dealer} and f.state = 1 and ${within('f.reviewed_at')}${ofDeal('f', of)}`
