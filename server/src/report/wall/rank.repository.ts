import { isLoss } from '@showroom/contract/report/measures'
import type { MeasureName } from '@showroom/contract/report/measures'
import type { Span, WallPeriod } from '@showroom/contract/report/wall.rules'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import { type Condition, allOf } from '../../platform/db/conditions.ts'
import type { Scope } from '../../platform/session/session.ts'
import { aliases, counted, rowsNameOf, rowsOf } from '../measures/rows.repository.ts'

/** Ranks among the stores of a city: which ranks are being viewed, and the place of each store. Days are YYYY-MM-DD in Asia/Shanghai. */

/** City, period and series that stores are ranked for. */
export interface RankQuestion {
  readonly province: string
  readonly city: string
  readonly dateType: number
  /** 0 for all series. */
  readonly seriesId: number
  readonly startsOn: string
}

/** Place among the stores of the city: now, and in the same part of the period before. */
export type Place = readonly [now: number, before: number]

/** Measures that stores are ranked by. `total` is leads plus offline files, `source:1` the leads of one portal. */
export const rankedMeasures = [
  'leads',
  'filesOffline',
  'visits',
  'orders',
  'deliveries',
  'defeats',
] as const satisfies readonly MeasureName[]

export interface StoreRanks {
  readonly places: Readonly<Record<string, Place>>
  readonly total: number
  readonly countedAt: Date
}

/** Returns the store's own places as last counted, and when they were last viewed. */
export async function findRanks(
  db: Executor,
  { dealerId }: Scope,
  { province, city, dateType, seriesId, startsOn }: RankQuestion,
): Promise<{ ranks: StoreRanks | undefined; askedAt: Date | undefined }> {
  const ranks = await db
    .selectFrom('dealer_rank')
    .select(['places', 'total', 'counted_at as countedAt'])
    .where('dealer_id', '=', dealerId)
    .where('date_type', '=', dateType)
    .where('series_id', '=', seriesId)
    .where('starts_on', '=', startsOn)
    .executeTakeFirst()
  const question = await db
    .selectFrom('rank_question')
    .select('asked_at as askedAt')
    .where('province', '=', province)
    .where('city', '=', city)
    .where('date_type', '=', dateType)
    .where('series_id', '=', seriesId)
    .where('starts_on', '=', startsOn)
    .executeTakeFirst()
  return { ranks: ranks as StoreRanks | undefined, askedAt: question?.askedAt }
}

/** Records that ranks of this city, period and series were viewed. */
export async function noteQuestion(db: Executor, question: RankQuestion, now: Date): Promise<void> {
  await db
    .insertInto('rank_question')
    .values({
      province: question.province,
      city: question.city,
      date_type: question.dateType,
      series_id: question.seriesId,
      starts_on: question.startsOn,
      asked_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['province', 'city', 'date_type', 'series_id', 'starts_on'])
        .doUpdateSet({ asked_at: now })
        .where('rank_question.asked_at', '<', now),
    )
    .execute()
}

/** Locks a question until the transaction ends. A caller that had to wait finds it counted. */
export async function lockQuestion(
  db: Executor,
  { province, city, dateType, seriesId, startsOn }: RankQuestion,
): Promise<void> {
  await sql`
    select from rank_question
    where province = ${province} and city = ${city} and date_type = ${dateType}::smallint and series_id = ${seriesId}::int
      and starts_on = ${startsOn}::date
    for update`.execute(db)
}

/** Locks the least recently counted question that was viewed lately; skips those another process has locked. */
export async function claimQuestion(
  db: Executor,
  { askedSince, countedBefore }: { readonly askedSince: Date; readonly countedBefore: Date },
): Promise<RankQuestion | undefined> {
  const { rows } = await sql<RankQuestion>`
    select province, city, date_type as "dateType", series_id as "seriesId", starts_on as "startsOn"
    from rank_question where asked_at >= ${askedSince} and coalesce(counted_at < ${countedBefore}, true)
    order by counted_at nulls first limit 1
    for update skip locked`.execute(db)
  return rows[0]
}

/**
 * Counts the stores of a city in a period and in the one before, and saves the place of each. Includes all stores of the city, both brand
 * lines, and stores with nothing; of a loss, such as defeats, the fewest come first. Equal counts share a place and the next place is skipped. This is the only statement that reads other
 * stores' rows; their counts never leave the database.
 */
export async function countRanks(
  db: Executor,
  question: RankQuestion,
  { period, now }: { readonly period: WallPeriod; readonly now: Date },
): Promise<void> {
  const { province, city, dateType, seriesId, startsOn } = question
  await sql`
    with store as (select id from dealer where province = ${province} and city = ${city}),
    span (at, since, until) as (values ${spanOf(0, period.now)}, ${spanOf(1, period.before)}),
    portal as (select value::int as id from dictionary where kind = 'portalSources' and value ~ '^[0-9]{1,9}$'),
    measure as (
      select unnest(${['total', ...rankedMeasures]}::text[]) as kind union all select 'source:' || id from portal
    ),
    counted as (
      select r.id as dealer_id, p.at, n.kind, n.number
      from store r cross join span p cross join lateral (${numbersOfStore(seriesId)}) as n
    ),
    every as (
      select r.id as dealer_id, p.at, k.kind, coalesce(sum(c.number), 0) as number
      from store r cross join span p cross join measure k
      left join counted c on c.dealer_id = r.id and c.at = p.at
        and (c.kind = k.kind or k.kind = 'total' and c.kind in ('leads', 'filesOffline'))
      group by r.id, p.at, k.kind
    ),
    placed as (
      select dealer_id, at, kind, rank() over (partition by at, kind order by ${fromTheBest}) as place from every
    ),
    paired as (
      select dealer_id, kind, json_build_array(max(place) filter (where at = 0), max(place) filter (where at = 1)) as places
      from placed group by dealer_id, kind
    )
    insert into dealer_rank (dealer_id, date_type, series_id, starts_on, places, total, counted_at)
    select dealer_id, ${dateType}::smallint, ${seriesId}::int, ${startsOn}::date, jsonb_object_agg(kind, places),
           (select count(*) from store), ${now}::timestamptz
    from paired group by dealer_id
    on conflict (dealer_id, date_type, series_id, starts_on)
    do update set places = excluded.places, total = excluded.total, counted_at = excluded.counted_at`.execute(
    db,
  )
  await sql`
    update rank_question set counted_at = ${now}
    where province = ${province} and city = ${city} and date_type = ${dateType}::smallint and series_id = ${seriesId}::int
      and starts_on = ${startsOn}::date`.execute(db)
}

const losses = rankedMeasures.filter(isLoss)
const fromTheBest = sql`case when kind in (${sql.join(losses.map((name) => sql.lit(name)))}) then number else -number end`

const at = (seconds: number): Date => new Date(seconds * 1000)
const spanOf = (place: number, { start, end }: Span): Condition =>
  sql`(${sql.lit(place)}, ${at(start)}::timestamptz, ${at(end)}::timestamptz)`

/** Selects the measures of one store (`r`) in one span (`p`). */
const numbersOfStore = (seriesId: number): Condition => sql`
  select case when grouping(l.source_id) = 1 then 'leads' else 'source:' || l.source_id end as kind, count(*) as number
  ${rowsOfStore('leads', seriesId)} group by grouping sets ((), (l.source_id))
  having grouping(l.source_id) = 1 or l.source_id in (select id from portal)
  union all ${sql.join(
    rankedMeasures
      .filter((measure) => measure !== 'leads')
      .map((measure) => sql`select ${sql.lit(measure)}, count(*) ${rowsOfStore(measure, seriesId)}`),
    sql` union all `,
  )}`

/** Selects the store's rows that a measure counts. */
function rowsOfStore(measure: MeasureName, seriesId: number): Condition {
  const name = rowsNameOf(measure)
  const { from, deal, dealTells, where, at: when, series } = rowsOf[name]
  const conditions = [
    sql`${sql.ref(`${aliases[name]}.dealer_id`)} = r.id`,
    where,
    sql`${when} >= p.since and ${when} < p.until`,
    ...(counted[measure] ? [counted[measure]] : []),
    ...(seriesId > 0 ? [sql`${series} = ${seriesId}::int`] : []),
  ]
  const readsDeal = seriesId > 0 && dealTells?.includes('series')
  return sql`from ${from} ${readsDeal && deal ? deal(sql`r.id`) : sql``} where ${allOf(conditions)}`
}

/** Deletes questions no one viewed for long. */
export async function forgetQuestions(db: Executor, before: Date): Promise<void> {
  await db.deleteFrom('rank_question').where('asked_at', '<', before).execute()
}

/** Deletes a store's places that were counted before then. */
export async function forgetRanks(db: Executor, dealerId: number, before: Date): Promise<void> {
  await db
    .deleteFrom('dealer_rank')
    .where('dealer_id', '=', dealerId)
    .where('counted_at', '<', before)
    .execute()
}
