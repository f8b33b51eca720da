import type { FindRegion } from '@showroom/contract/base/region.rules'
import type { CatalogueSource } from '../../platform/export/catalogue.ts'
import type { Database } from '../../platform/db/client.ts'
import type { Logger } from '../../platform/observe/log.ts'
import { keepReading } from '../../platform/open/sender.ts'
import type { KeptReader, Sender } from '../../platform/open/sender.ts'
import { listStoreCodes, receiverOf } from '../../platform/jobs/stores.repository.ts'
import { listSeries } from './source.repository.ts'
import { readSenders } from './source.service.ts'

/** Senders of leads and the codes they may use. Each server process caches them for a few seconds, because every request needs them. */

export interface Source extends Sender {
  /** Code of onlineSources. */
  readonly sourceId: number
}

export interface Directory {
  source(key: string): Source | undefined
  /** Id of the store with that code, or of the successor of a closed one; undefined for an unknown one. */
  dealer(code: string): number | undefined
  /** Id of a series, by its id (also as a text) or its name. */
  series(idOrName: number | string): number | undefined
  readonly findRegion: FindRegion
}

export type DirectoryReader = KeptReader<Directory>

interface DirectoryDeps {
  readonly db: Database
  readonly catalogue: CatalogueSource
  readonly secret: string
  readonly log: Logger
}

export const createDirectory = (deps: DirectoryDeps): DirectoryReader => keepReading(() => load(deps))

async function load({ db, catalogue, secret, log }: DirectoryDeps): Promise<Directory> {
  const [sources, dealers, series, { findRegion }] = await Promise.all([
    readSenders(db, secret, log, 'leads'),
    listStoreCodes(db),
    listSeries(db),
    catalogue.get(),
  ])
  const stores = new Map(dealers.map((one) => [one.id, one]))
  const byCode = new Map(dealers.map((one) => [one.code, receiverOf(stores, one)]))
  const seriesIds = new Set(series.map(({ id }) => id))
  const byName = new Map(series.map(({ id, name }) => [plain(name), id]))
  const byId = (id: number): number | undefined => (seriesIds.has(id) ? id : undefined)
  return {
    source: (key) => sources.get(key),
    dealer: (code) => byCode.get(code),
    series: (idOrName) =>
      typeof idOrName === 'number'
        ? byId(idOrName)
        : (byName.get(plain(idOrName)) ?? (/^\d{1,9}$/.test(idOrName) ? byId(Number(idOrName)) : undefined)),
    findRegion,
  }
}

/** Portals vary spaces and capitals in names. */
const plain = (name: string): string => name.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase()
