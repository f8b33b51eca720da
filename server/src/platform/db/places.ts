import type { DB } from './tables.ts'

/**
 * Places of the tables in a database that Citus spreads over several servers (docs/deploy.md, "Several database servers"):
 * - `distributed`: rows of a store, on one of the servers by the hash of `dealer_id`, beside the store's other rows;
 * - `reference`: a copy on every server, for tables that statements join with distributed ones; writes reach all servers;
 * - `local`: on the coordinator alone, for tables that no statement joins with the rows of a store.
 */
export type Place = 'distributed' | 'reference' | 'local'

type Table = keyof DB

/** The tables that a room owns and alone writes, by their place. */
export type RoomTables = { readonly [Where in Place]?: readonly Table[] }

/** Tables of the platform, below the rooms. */
export const platformTables = {
  distributed: ['idempotency_key', 'audit', 'export_log', 'undo', 'upload'],
  reference: ['wecom_binding'],
  local: ['rate_limit', 'store_work', 'sms_outbox', 'server_secret', 'backup_run', 'outside_door'],
} as const satisfies RoomTables

/** Lists a room's tables. */
export const tablesOf = ({ distributed = [], reference = [], local = [] }: RoomTables): readonly Table[] => [
  ...distributed,
  ...reference,
  ...local,
]

/** Place of each table by its name. */
export type Places = ReadonlyMap<string, Place>

/** Merges the tables of all rooms. */
export const placesOf = (rooms: readonly RoomTables[]): Places =>
  new Map(
    [platformTables, ...rooms].flatMap((tables) =>
      (Object.entries(tables) as [Place, readonly Table[]][]).flatMap(([place, names]) =>
        names.map((name) => [name, place] as const),
      ),
    ),
  )
