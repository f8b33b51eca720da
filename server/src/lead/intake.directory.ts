import type { Database } from '../platform/db/client.ts'
import type { Logger } from '../platform/log.ts'
import { keepReading } from '../platform/open/sender.ts'
import type { KeptReader, Sender } from '../platform/open/sender.ts'
import { readSenders } from './source.service.ts'

/** Senders of leads and the codes they may use. Each server process caches them for a few seconds, because every request needs them. */

export interface Source extends Sender {
  /** Code of onlineSources. */
  readonly sourceId: number
}

export interface Directory {
  source(key: string): Source | undefined
  /** Id of the store with that code. */
  dealer(code: string): number | undefined
  /** Id of a series, by its id or its name. */
  series(idOrName: number | string): number | undefined
  /** The full name of a region, given its full or short name (浙江, 杭州); an unknown name is returned as it is. */
  region(name: string): string
}

export type DirectoryReader = KeptReader<Directory>

export const createDirectory = (db: Database, serverSecret: string, log: Logger): DirectoryReader =>
  keepReading(() => load(db, serverSecret, log))

async function load(db: Database, serverSecret: string, log: Logger): Promise<Directory> {
  const [sources, dealers, series, regions] = await Promise.all([
    readSenders(db, serverSecret, log, 'leads'),
    db.selectFrom('dealer').select(['id', 'code']).execute(),
    db.selectFrom('series').select(['id', 'name']).execute(),
    db.selectFrom('region').select('name').where('level', 'in', [1, 2]).execute(),
  ])
  const byCode = new Map(dealers.map(({ id, code }) => [code, id]))
  const seriesIds = new Set(series.map(({ id }) => id))
  const byName = new Map(series.map(({ id, name }) => [plain(name), id]))
  const fullNames = new Map(regions.flatMap(({ name }) => [shortName(name), name].map((key) => [key, name])))
  return {
    source: (key) => sources.get(key),
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

/** Portals vary spaces and capitals in names. */
const plain = (name: string): string => name.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase()

const shortName = (name: string): string =>
  name.replace(/(?:壮族|回族|维吾尔)?自治区$|特别行政区$|省$|市$/, '')
