import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'

export type RegionRow = readonly [code: string, province: string, city: string, area: string]

/** Rows of the base data; null where a table has none. */
interface BaseData {
  readonly dictionary:
    | readonly (readonly [kind: string, code: string, text: string, remark: string | null])[]
    | null
  readonly series: readonly (readonly [id: number, name: string])[] | null
  readonly competitors: readonly (readonly [id: number, brand: string, name: string])[] | null
  /** Codes that are switched off, by `codeKey`. */
  readonly off: readonly string[] | null
  readonly regions: readonly RegionRow[] | null
}

/** Reads the base data of the catalogue in one statement. */
export async function readBaseData(db: Executor): Promise<BaseData | undefined> {
  const { rows } = await sql<BaseData>`
    select (select json_agg(json_build_array(kind, value, display, remark)) from dictionary) as dictionary,
           (select json_agg(key) from (
              select kind || ':' || value as key from dictionary where is_off
              union all select 'series:' || id from series where is_off
              union all select 'competitorSeries:' || id from competitor_series where is_off) as stopped) as off,
           (select json_agg(json_build_array(id, name)) from series) as series,
           (select json_agg(json_build_array(id, brand_name, series_name)) from competitor_series) as competitors,
           (select json_agg(json_build_array(r.code, p.name, coalesce(c.name, ''), case r.level when 3 then r.name else '' end))
            from region r
            left join region c on c.level = 2 and c.code = case r.level when 3 then r.parent_code else r.code end
            join region p on p.level = 1
              and p.code = coalesce(c.parent_code, case r.level when 1 then r.code else r.parent_code end)) as regions`.execute(
    db,
  )
  return rows[0]
}
