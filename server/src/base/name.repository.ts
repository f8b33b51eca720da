import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'

/** What codes and ids of base data are called, read for as many as are asked about. */

/** Display texts of dictionary codes, as `kind:code` → text, in one round trip. */
export async function readDisplays(
  db: Executor,
  codes: readonly { kind: string; value: number | string }[],
): Promise<(kind: string, value: number | string) => string> {
  if (codes.length === 0) return () => ''
  const { rows } = await sql<{ kind: string; value: string; display: string }>`
    select d.kind, d.value, d.display
    from unnest(${codes.map((code) => code.kind)}::text[], ${codes.map((code) => String(code.value))}::text[]) as k (kind, value)
    join dictionary d on d.kind = k.kind and d.value = k.value`.execute(db)
  const texts = new Map(rows.map((row) => [`${row.kind}:${row.value}`, row.display]))
  return (kind, value) => texts.get(`${kind}:${value}`) ?? ''
}

/** Names of series of our own, in the order of the ids; unknown ids are left out. */
export async function readSeriesNames(db: Executor, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ name: string }>`
    select s.name from unnest(${ids}::int[]) with ordinality as k (id, position) join series s on s.id = k.id
    order by k.position`.execute(db)
  return rows.map((row) => row.name)
}

/** Names of competitor series, in the order of the ids; unknown ids are left out. */
export async function listCompetitorNames(db: Executor, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ name: string }>`
    select s.brand_name || ' ' || s.series_name as name
    from unnest(${ids}::int[]) with ordinality as k (id, position) join competitor_series s on s.id = k.id
    order by k.position`.execute(db)
  return rows.map((row) => row.name)
}

/** How many of the ids are competitor series. */
export const countCompetitors = async (db: Executor, ids: readonly number[]): Promise<number> =>
  (await listCompetitorNames(db, ids)).length

/** Brand and name of a competitor's series; empty for an unknown id. */
export async function findCompetitorName(db: Executor, id: number): Promise<string> {
  const row = await db
    .selectFrom('competitor_series')
    .select(['brand_name', 'series_name'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return ''
  return row.series_name.startsWith(row.brand_name) ? row.series_name : `${row.brand_name} ${row.series_name}`
}

/** Names of series of our own by their ids; unknown ids are left out. */
export async function readSeriesById(db: Executor, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('series')
    .select(['id', 'name'])
    .where('id', '=', sql<number>`any(${[...new Set(ids)]}::int[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** Which of the ids are competitor series. */
export async function readCompetitorIds(db: Executor, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('competitor_series')
    .select('id')
    .where('id', '=', sql<number>`any(${[...new Set(ids)]}::int[])`)
    .execute()
  return new Set(rows.map((row) => row.id))
}
