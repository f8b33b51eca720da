import type { Database } from '../platform/db/client.ts'
import type { Logger } from '../platform/log.ts'
import { unseal } from './intake.signature.ts'

/** Who may send leads, and what these may name: kept by each server process for some seconds, since every request asks. */

export interface Source {
  readonly id: number
  /** Code of onlineSources. */
  readonly sourceId: number
  readonly secret: string
  /** Leads a second. */
  readonly rate: number
}

export interface Directory {
  source(key: string): Source | undefined
  /** Id of the store with that code. */
  dealer(code: string): number | undefined
  /** A series of ours, by its id or its name. */
  series(idOrName: number | string): number | undefined
  /** The region's full name where it is known by it or by its short one (浙江, 杭州); else the name as given. */
  region(name: string): string
}

export interface DirectoryReader {
  /** As it was at most so many milliseconds ago. */
  read(maxAgeMs?: number): Promise<Directory>
}

const usualAgeMs = 5_000

export function createDirectory(db: Database, serverSecret: string, log: Logger): DirectoryReader {
  let loaded: Promise<Directory> | undefined
  let loadedAt = 0
  return {
    read(maxAgeMs = usualAgeMs) {
      if (!loaded || performance.now() - loadedAt > maxAgeMs) {
        loadedAt = performance.now()
        loaded = load(db, serverSecret, log).catch((error: unknown) => {
          loaded = undefined
          throw error
        })
      }
      return loaded
    },
  }
}

async function load(db: Database, serverSecret: string, log: Logger): Promise<Directory> {
  const [sources, dealers, series, regions] = await Promise.all([
    db
      .selectFrom('lead_source')
      .select(['id', 'key', 'source_id as sourceId', 'sealed_secret as sealed', 'rate'])
      .where('active', '=', true)
      .execute(),
    db.selectFrom('dealer').select(['id', 'code']).execute(),
    db.selectFrom('series').select(['id', 'name']).execute(),
    db.selectFrom('region').select('name').where('level', 'in', [1, 2]).execute(),
  ])
  const byKey = new Map<string, Source>()
  for (const { key, sealed, ...source } of sources)
    try {
      byKey.set(key, { ...source, secret: unseal(serverSecret, sealed) })
    } catch {
      log.warn({ source: source.id }, 'the secret of a lead source was sealed with another server secret')
    }
  const byCode = new Map(dealers.map(({ id, code }) => [code, id]))
  const seriesIds = new Set(series.map(({ id }) => id))
  const byName = new Map(series.map(({ id, name }) => [plain(name), id]))
  const fullNames = new Map(regions.flatMap(({ name }) => [shortName(name), name].map((key) => [key, name])))
  return {
    source: (key) => byKey.get(key),
    dealer: (code) => byCode.get(code),
    series: (idOrName) =>
      typeof idOrName === 'string'
        ? byName.get(plain(idOrName))
        : seriesIds.has(idOrName)
          ? idOrName
          : undefined,
    region: (name) => fullNames.get(name) ?? name,
  }
}

/** Portals write names with and without spaces, in capitals or not. */
const plain = (name: string): string => name.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase()

const shortName = (name: string): string =>
  name.replace(/(?:壮族|回族|维吾尔)?自治区$|特别行政区$|省$|市$/, '')
