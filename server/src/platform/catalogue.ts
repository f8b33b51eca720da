/** A place as the wire names it; `area` may be empty. */
export interface RegionNames {
  readonly province: string
  readonly city: string
  readonly area: string
}

/** What codes, ids and names of base data mean: one reading of its tables. */
export interface Catalogue {
  /** Text of a dictionary's code; empty for an unknown one. */
  readonly display: (kind: string, code: number | string) => string
  /** What a dictionary says of a code beside its text; empty for an unknown one. */
  readonly remark: (kind: string, code: number | string) => string
  /** Name of a series of our own; undefined for an unknown id. */
  readonly seriesName: (id: number) => string | undefined
  /** Brand and name of a competitor's series; undefined for an unknown id. */
  readonly competitorName: (id: number) => string | undefined
  /** Whether there are that province and that city in it, and the district where one is named. */
  readonly hasRegion: (region: RegionNames) => boolean
  /** A province, a city, or a city with one of its districts, by its code; empty for an unknown one. */
  readonly regionName: (code: number) => string
  /** The code of a city, or of a district of it; 0 for an unknown one. No two cities of one name have districts of one name. */
  readonly regionCode: (city: string, area: string) => number
}

/** Where a process has its catalogue from: a new one as soon as base data changed. */
export interface CatalogueSource {
  get(): Promise<Catalogue>
}

/** The names of the ids, in their order; unknown ones are left out. */
export const namesOf = (nameOf: (id: number) => string | undefined, ids: readonly number[]): string[] =>
  ids.flatMap((id) => nameOf(id) ?? [])
