import { sql } from 'kysely'
import type { Catalogue, CatalogueSource } from '../platform/catalogue.ts'
import type { Database } from '../platform/db/client.ts'
import type { Line } from '../platform/db/line.ts'

/** Told by triggers, in the transaction that changes base data. */
const channel = 'base_changed'

interface BaseData {
  readonly dictionary: readonly (readonly [kind: string, code: string, text: string, remark: string | null])[]
  readonly series: readonly (readonly [id: number, name: string])[]
  readonly competitors: readonly (readonly [id: number, brand: string, name: string])[]
  readonly cities: readonly (readonly string[])[]
  readonly areas: readonly (readonly string[])[]
}

/** One key of several names, whatever is in them. */
const keyOf = (...names: readonly string[]): string => JSON.stringify(names)

async function readCatalogue(db: Database): Promise<Catalogue> {
  const { rows } = await sql<BaseData>`
    select (select json_agg(json_build_array(kind, value, display, remark)) from dictionary) as dictionary,
           (select json_agg(json_build_array(id, name)) from series) as series,
           (select json_agg(json_build_array(id, brand_name, series_name)) from competitor_series) as competitors,
           (select json_agg(json_build_array(p.name, c.name)) from region c join region p on p.code = c.parent_code
            where c.level = 2) as cities,
           (select json_agg(json_build_array(p.name, c.name, a.name)) from region a join region c on c.code = a.parent_code
            join region p on p.code = c.parent_code where a.level = 3) as areas`.execute(db)
  const [found] = rows
  const texts = new Map(found?.dictionary?.map(([kind, code, text]) => [`${kind}:${code}`, text]))
  const remarks = new Map(
    found?.dictionary?.flatMap(([kind, code, , remark]) => (remark ? [[`${kind}:${code}`, remark]] : [])),
  )
  const series = new Map(found?.series)
  const competitors = new Map(
    found?.competitors?.map(([id, brand, name]) => [id, name.startsWith(brand) ? name : `${brand} ${name}`]),
  )
  const regions = new Set([...(found?.cities ?? []), ...(found?.areas ?? [])].map((names) => keyOf(...names)))
  return {
    display: (kind, code) => texts.get(`${kind}:${code}`) ?? '',
    remark: (kind, code) => remarks.get(`${kind}:${code}`) ?? '',
    seriesName: (id) => series.get(id),
    competitorName: (id) => competitors.get(id),
    hasRegion: ({ province, city, area }) =>
      regions.has(area ? keyOf(province, city, area) : keyOf(province, city)),
  }
}

/**
 * Keeps base data in the process: nearly every call asks what some code means, and it changes a few times a year. PostgreSQL tells every
 * process of a change; while that line is down it is read anew for whoever asks.
 */
export function createCatalogue(db: Database, line: Line): CatalogueSource {
  let kept: Promise<Catalogue> | undefined
  const forget = (): void => {
    kept = undefined
  }
  line.listen(channel, { heard: forget, lost: forget, up: forget })
  return {
    get() {
      if (kept) return kept
      const reading = readCatalogue(db)
      kept = reading
      const leave = (): void => {
        if (kept === reading) kept = undefined
      }
      reading.then(() => line.isUp() || leave(), leave)
      return reading
    },
  }
}
