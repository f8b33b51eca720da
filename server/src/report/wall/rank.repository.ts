import { isLoss } from '@showroom/contract/report/measures'
import type { MeasureName } from '@showroom/contract/report/measures'
import type { Span, WallPeriod } from '@showroom/contract/report/wall.rules'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import { type Condition, allOf } from '../../platform/db/conditions.ts'
import { theDealer } from '../../platform/db/dealer.ts'
import { target } from '../../platform/db/target.ts'
import type { Scope } from '../../platform/session/session.ts'
import { aliases, changedSides, counted, rowsNameOf, rowsOf } from '../measures/rows.repository.ts'

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

/**
 * Locks the least recently counted question that was viewed lately; skips those another process has locked.
 * guard-exception repeated: the view of a big screen starts the counting of all questions.
 */
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

/** Numbers of a store by what is ranked, now and in the same part of the period before. */
type Numbers = ReadonlyMap<string, Place>

/**
 * Counts the stores of a city in a period and in the one before, and saves the place of each. Includes all stores of the city, both brand
 * lines, and stores with nothing. One statement counts a store, another writes its places; numbers are kept nowhere.
 */
export async function countRanks(
  db: Executor,
  question: RankQuestion,
  { period, now }: { readonly period: WallPeriod; readonly now: Date },
): Promise<void> {
  const { province, city, dateType, seriesId, startsOn } = question
  const stores = await db
    .selectFrom('dealer')
    .select('id')
    .where('province', '=', province)
    .where('city', '=', city)
    .orderBy('id')
    .execute()
  const portals = await listPortals(db)
  const kinds = ['total', ...rankedMeasures, ...portals.map((id) => `source:${id}`)]
  const counts = new Map<number, Numbers>()
  for (const { id } of stores) counts.set(id, await countStore(db, id, { period, seriesId, portals }))
  for (const [dealerId, places] of rankStores(counts, kinds))
    await sql`
      insert into ${target('dealer_rank')} (dealer_id, date_type, series_id, starts_on, places, total, counted_at)
      values (${dealerId}, ${dateType}, ${seriesId}, ${startsOn}, ${JSON.stringify(places)}, ${stores.length}, ${now})
      on conflict (dealer_id, date_type, series_id, starts_on)
      do update set places = excluded.places, total = excluded.total, counted_at = excluded.counted_at`.execute(
      db,
    )
  await sql`
    update ${target('rank_question')} set counted_at = ${now}
    where province = ${province} and city = ${city} and date_type = ${dateType}::smallint and series_id = ${seriesId}::int
      and starts_on = ${startsOn}::date`.execute(db)
}

/**
 * Places of each store by what is ranked. Equal numbers share a place and the next one is skipped; of a loss, such as defeats, the fewest
 * come first. A store without a number has 0.
 */
export function rankStores(
  counts: ReadonlyMap<number, Numbers>,
  kinds: readonly string[],
): ReadonlyMap<number, Readonly<Record<string, Place>>> {
  const numberOf = (dealerId: number, kind: string, at: 0 | 1): number => {
    const number = counts.get(dealerId)?.get(kind)?.[at] ?? 0
    return losses.has(kind) ? -number : number
  }
  const dealerIds = [...counts.keys()]
  const placeOf = (dealerId: number, kind: string, at: 0 | 1): number => {
    const own = numberOf(dealerId, kind, at)
    return 1 + dealerIds.filter((other) => numberOf(other, kind, at) > own).length
  }
  return new Map(
    dealerIds.map((id) => [
      id,
      Object.fromEntries(kinds.map((kind) => [kind, [placeOf(id, kind, 0), placeOf(id, kind, 1)]])),
    ]),
  )
}

const losses: ReadonlySet<string> = new Set(rankedMeasures.filter(isLoss))

/** Ids of the sources that are portals. */
async function listPortals(db: Executor): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select value::int as id from dictionary where kind = 'portalSources' and value ~ '^[0-9]{1,9}$' order by id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

interface Counting {
  readonly period: WallPeriod
  readonly seriesId: number
  readonly portals: readonly number[]
}

/** Counts a store in both spans. What has no number is left out. */
async function countStore(
  db: Executor,
  dealerId: number,
  { period, seriesId, portals }: Counting,
): Promise<Numbers> {
  const { rows } = await sql<{ at: 0 | 1; kind: string; number: number }>`
    with span (at, since, until) as (values ${spanOf(0, period.now)}, ${spanOf(1, period.before)})
    select p.at, n.kind, n.number::int as number
    from span p cross join lateral (${numbersOfStore(dealerId, seriesId, portals)}) as n`.execute(db)
  const numbers = new Map<string, [number, number]>()
  const add = (kind: string, at: 0 | 1, number: number): void => {
    const both = numbers.get(kind) ?? [0, 0]
    both[at] += number
    numbers.set(kind, both)
  }
  for (const { at, kind, number } of rows) {
    add(kind, at, number)
    if (kind === 'leads' || kind === 'filesOffline') add('total', at, number)
  }
  return numbers
}

const at = (seconds: number): Date => new Date(seconds * 1000)
const spanOf = (place: number, { start, end }: Span): Condition =>
  sql`(${sql.lit(place)}, ${at(start)}::timestamptz, ${at(end)}::timestamptz)`

/** Selects the measures of one store in one span (`p`). */
const numbersOfStore = (dealerId: number, seriesId: number, portals: readonly number[]): Condition => {
  const online = (measure: MeasureName, from: Condition, ...only: Condition[]): Condition => sql`
    select case when grouping(${from}) = 1 then 'leads' else 'source:' || ${from} end as kind, count(*) as number
    ${rowsOfStore(dealerId, measure, seriesId, only)} group by grouping sets ((), (${from}))
    having grouping(${from}) = 1 or ${from} = any(${[...portals]}::int[])`
  return sql`
  ${online('leads', sql`l.source_id`)} union all ${online('filesOnline', sql`d.other_source`, changedSides)}
  union all select 'filesOffline', -count(*) ${rowsOfStore(dealerId, 'filesOffline', seriesId, [changedSides])}
  union all ${sql.join(
    rankedMeasures
      .filter((measure) => measure !== 'leads')
      .map(
        (measure) => sql`select ${sql.lit(measure)}, count(*) ${rowsOfStore(dealerId, measure, seriesId)}`,
      ),
    sql` union all `,
  )}`
}

/** Selects the store's rows that a measure counts, or some of them. */
function rowsOfStore(
  dealerId: number,
  measure: MeasureName,
  seriesId: number,
  only: readonly Condition[] = [],
): Condition {
  const name = rowsNameOf(measure)
  const { from, deal, dealTells, where, at: when, series } = rowsOf[name]
  const conditions = [
    sql`${sql.ref(`${aliases[name]}.dealer_id`)} = ${dealerId}`,
    where,
    sql`${when} >= p.since and ${when} < p.until`,
    ...(counted[measure] ? [counted[measure]] : []),
    ...(seriesId > 0 ? [sql`${series} = ${seriesId}::int`] : []),
    ...only,
  ]
  const readsDeal = seriesId > 0 && dealTells?.includes('series')
  return sql`from ${from} ${readsDeal && deal ? deal(theDealer) : sql``} where ${allOf(conditions)}`
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
