import type { RegionNode } from '@showroom/contract/base/base.schema'
import { createRegionFinder } from '@showroom/contract/base/region.rules'
import type { Catalogue, CatalogueSource } from '../platform/export/catalogue.ts'
import type { Database, Executor } from '../platform/db/client.ts'
import type { Line } from '../platform/db/line.ts'
import type { Channel } from '../platform/db/notify.ts'
import { readBaseData, type RegionRow } from './catalogue.repository.ts'

/** Notified by each transaction that changes base data. */
const channel: Channel = 'base_changed'

/** Joins several names into one key; unambiguous whatever characters they contain. */
const keyOf = (...names: readonly string[]): string => JSON.stringify(names)

function treeOf(regions: readonly RegionRow[]): RegionNode[] {
  const root: RegionNode = { name: '' }
  const nodes = new Map([[keyOf('', '', ''), root]])
  // By its code a region comes after those above it.
  for (const [, province, city, area] of regions.toSorted(([one], [other]) => Number(one) - Number(other))) {
    const node: RegionNode = { name: area || city || province }
    nodes.set(keyOf(province, city, area), node)
    const above = nodes.get(keyOf(city && province, area && city, ''))
    if (above) (above.children ??= []).push(node)
  }
  return root.children ?? []
}

async function readCatalogue(db: Executor): Promise<Catalogue> {
  const baseData = await readBaseData(db)
  const texts = new Map(baseData?.dictionary?.map(([kind, code, text]) => [`${kind}:${code}`, text]))
  const remarks = new Map(
    baseData?.dictionary?.flatMap(([kind, code, , remark]) => (remark ? [[`${kind}:${code}`, remark]] : [])),
  )
  const off = new Set(baseData?.off)
  const series = new Map(baseData?.series)
  const competitors = new Map(
    baseData?.competitors?.map(([id, brand, name]) => [
      id,
      name.startsWith(brand) ? name : `${brand} ${name}`,
    ]),
  )
  const regions = baseData?.regions ?? []
  const regionKeys = new Set(regions.map(([, ...names]) => keyOf(...names)))
  const codes = new Map(regions.map(([code, , city, area]) => [keyOf(city, area), Number(code)]))
  const regionNames = new Map(
    regions.map(([code, province, city, area]) => [
      Number(code),
      [city || province, area].filter(Boolean).join(' '),
    ]),
  )
  return {
    display: (kind, code) => texts.get(`${kind}:${code}`) ?? '',
    isOff: (key) => off.has(key),
    remark: (kind, code) => remarks.get(`${kind}:${code}`) ?? '',
    seriesName: (id) => series.get(id),
    competitorName: (id) => competitors.get(id),
    hasRegion: ({ province, city, area }) => city !== '' && regionKeys.has(keyOf(province, city, area)),
    regionTree: treeOf(regions),
    findRegion: createRegionFinder(
      regions.map(([code, province, city, area]) => ({ code, province, city, area })),
    ),
    regionName: (code) => regionNames.get(code) ?? '',
    regionCode: (city, area) => (city === '' ? 0 : (codes.get(keyOf(city, area)) ?? 0)),
  }
}

/**
 * Caches base data in the process: nearly every request looks up codes, and the data changes a few times a year. PostgreSQL notifies every
 * process of a change; while that connection is down nothing is cached.
 */
export function createCatalogue(db: Database, line: Line): CatalogueSource {
  let cached: Promise<Catalogue> | undefined
  /** Whether the kept one has been read. */
  let isRead = false
  const forget = (): void => {
    cached = undefined
    isRead = false
  }
  line.listen(channel, { heard: forget, lost: forget, up: forget })
  return {
    get(trx) {
      if (cached && (isRead || !trx)) return cached
      if (trx) return readCatalogue(trx)
      const reading = readCatalogue(db)
      cached = reading
      const leave = (): void => {
        if (cached === reading) forget()
      }
      reading.then(() => {
        isRead = cached === reading
        if (!line.isUp()) leave()
      }, leave)
      return reading
    },
  }
}
