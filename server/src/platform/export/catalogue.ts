import type { RegionNode } from '@showroom/contract/base/base.schema'
import type { FindRegion } from '@showroom/contract/base/region.rules'
import type { Executor } from '../db/client.ts'

/** A region by names, as on the wire; `area` may be empty. */
export interface RegionNames {
  readonly province: string
  readonly city: string
  readonly area: string
}

/** Names of the codes and ids in the master data, from one read of its tables. */
export interface Catalogue {
  /** Text of a dictionary's code; empty for an unknown one. */
  readonly display: (kind: string, code: number | string) => string
  /** Whether a code was switched off, by `codeKey`: records keep it, and no form offers it. */
  readonly isOff: (key: string) => boolean
  /** The remark of a dictionary's code; empty for an unknown one. */
  readonly remark: (kind: string, code: number | string) => string
  /** Name of one of our own series; undefined for an unknown id. */
  readonly seriesName: (id: number) => string | undefined
  /** Brand and name of a competitor's series; undefined for an unknown id. */
  readonly competitorName: (id: number) => string | undefined
  /** Whether the province has that city, and the city has the district if one is given. */
  readonly hasRegion: (region: RegionNames) => boolean
  /** All provinces with their cities and districts, in the order of their codes. */
  readonly regionTree: RegionNode[]
  /** The region with those names, short names or codes, and the level that is wrong. */
  readonly findRegion: FindRegion
  /** Name of a province, a city, or a city with a district, by code; empty for an unknown one. */
  readonly regionName: (code: number) => string
  /** Code of a city or of one of its districts; 0 for an unknown one. No two cities of the same name share a district name. */
  readonly regionCode: (city: string, area: string) => number
}

/**
 * Provides the process's catalogue; returns a new one as soon as the master data changes. A transaction passes itself: it must not wait for
 * a second connection if the catalogue has to be read.
 */
export interface CatalogueSource {
  get(trx?: Executor): Promise<Catalogue>
}

/** Returns the names of the ids in their order. Skips unknown ids. */
export const namesOf = (nameOf: (id: number) => string | undefined, ids: readonly number[]): string[] =>
  ids.flatMap((id) => nameOf(id) ?? [])
