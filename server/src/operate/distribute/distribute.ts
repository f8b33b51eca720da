import pg from 'pg'
import type { Places } from '../../platform/tables/describe.ts'
import { DatabaseClient } from '../../platform/db/connect.ts'
import { faultsOf, hasCitus, inSequence, readFacts } from '../../platform/db/placed.ts'
import type { Facts, TableFacts } from '../../platform/db/placed.ts'

/**
 * Spreads a database over the servers of Citus (docs/decisions/0092-places-of-tables.md). A step is one transaction that places its tables
 * completely, and the catalogue records what is done, so that another run continues an interrupted one.
 */

/** Why a database cannot be distributed, for the operator. */
export class Undistributable extends Error {}

export interface Step {
  readonly title: string
  readonly statements: readonly string[]
}

const name = pg.escapeIdentifier
const text = pg.escapeLiteral

/** Lists the steps that are left. Tables that refer to each other are placed in one. */
export function planSteps({ tables, functions }: Facts, places: Places, shards: number): Step[] {
  const groups = groupsOf(tables.filter((table) => places.get(table.name) !== 'local'))
  const fresh = groups.filter((group) => group.some(isFresh))
  const ofStores = (table: TableFacts): boolean => places.get(table.name) === 'distributed'
  // All tables of stores lie beside the first, which decides the number of shards.
  const first = tables.find(({ placed }) => placed === 'distributed') ?? fresh.flat().find(ofStores)
  const placing = (table: TableFacts): string => {
    if (!ofStores(table)) return `select create_reference_table(${text(table.name)})`
    const how = first && first !== table ? `colocate_with => ${text(first.name)}` : `shard_count => ${shards}`
    return `select create_distributed_table(${text(table.name)}, 'dealer_id', ${how})`
  }
  const toCreate = functions.filter(({ isPlaced }) => !isPlaced).map(({ signature }) => signature)
  return [
    ...toCreate.map((signature) => ({
      title: `function ${signature}`,
      statements: [`select create_distributed_function(${text(signature)})`],
    })),
    ...fresh
      .toSorted(
        (a, b) => Number(b.some((table) => table === first)) - Number(a.some((table) => table === first)),
      )
      .map((group) => ({
        title: group
          .filter(isFresh)
          .map((table) => `${table.name} (${places.get(table.name)})`)
          .join(', '),
        statements: placeGroup(group, (some) =>
          some.toSorted((a, b) => Number(ofStores(a)) - Number(ofStores(b))).map(placing),
        ),
      })),
  ]
}

const isFresh = ({ placed }: TableFacts): boolean => placed === null

/** Groups tables that foreign keys tie to each other. */
function groupsOf(tables: readonly TableFacts[]): TableFacts[][] {
  let groups: TableFacts[][] = []
  for (const table of tables) {
    const isTied = (other: TableFacts): boolean =>
      table.keys.some(({ to }) => to === other.name) || other.keys.some(({ to }) => to === table.name)
    const tied = groups.filter((group) => group.some(isTied))
    groups = [...groups.filter((group) => !tied.includes(group)), [...tied.flat(), table]]
  }
  return groups
}

/** Switches the triggers that refuse to empty a table. */
const switched = (to: 'enable' | 'disable', tables: readonly TableFacts[]): string[] =>
  tables.flatMap((table) =>
    table.triggers
      .filter((one) => one.isOn && one.isOnTruncate)
      .map((one) => `alter table ${name(table.name)} ${to} trigger ${name(one.name)}`),
  )

function placeGroup(
  group: readonly TableFacts[],
  place: (fresh: readonly TableFacts[]) => string[],
): string[] {
  const fresh = group.filter(isFresh)
  const isNew = (table: string): boolean => fresh.some((one) => one.name === table)
  const keys = group
    .flatMap((table) => table.keys.map((key) => ({ from: table.name, ...key })))
    .filter(({ from, to }) => isNew(from) || isNew(to))
  return [
    ...keys.map((key) => `alter table ${name(key.from)} drop constraint ${name(key.name)}`),
    // The last but one statement empties the copy that stays behind on the coordinator.
    ...switched('disable', fresh),
    ...place(fresh),
    ...fresh.map((table) => `select truncate_local_data_after_distributing_table(${text(table.name)})`),
    ...switched('enable', fresh),
    ...keys.map((key) => `alter table ${name(key.from)} add constraint ${name(key.name)} ${key.definition}`),
  ]
}

export interface DistributeOptions {
  /** Parts of each table of stores. */
  readonly shards: number
  readonly isDryRun?: boolean
  /** Called before each step, or for each step of a dry run. */
  readonly onStep?: (step: Step, number: number, of: number) => void
}

/** Places all tables that have no place yet. Throws `Undistributable`, before any change. Returns the number of steps. */
export async function distribute(
  url: string,
  places: Places,
  { shards, isDryRun = false, onStep }: DistributeOptions,
): Promise<number> {
  const client = await open(url)
  try {
    await checkServers(client)
    // As migrations, one at a time.
    await client.query(`select pg_advisory_lock(hashtext('showroom.migrate'))`)
    const facts = await readFacts(client)
    const { tables } = facts
    const faults = faultsOf(tables, places)
    if (faults.length > 0) throw new Undistributable(faults.join('\n'))
    if (!isDryRun && !tables.some(({ placed }) => placed !== null)) await checkStopped(client)
    const steps = planSteps(facts, places, shards)
    for (const [at, step] of steps.entries()) {
      onStep?.(step, at + 1, steps.length)
      if (!isDryRun) await run(client, step)
    }
    if (steps.length > 0 && !isDryRun)
      await client.query(`vacuum (analyze) ${tables.map((table) => name(table.name)).join()}`)
    return steps.length
  } finally {
    await client.end()
  }
}

/** Places the tables that migrations have added, if the database is distributed. */
export async function placeNew(url: string, readPlaces: () => Promise<Places>): Promise<void> {
  if (await isDistributed(url)) await distribute(url, await readPlaces(), { shards: 1 })
}

async function isDistributed(url: string): Promise<boolean> {
  const client = await open(url)
  try {
    if (!(await hasCitus(client))) return false
    return (await client.query('select from pg_dist_partition limit 1')).rows.length > 0
  } finally {
    await client.end()
  }
}

async function open(url: string): Promise<pg.Client> {
  const client = new DatabaseClient({ connectionString: url, application_name: 'showroom-distribute' })
  await client.connect()
  await client.query(inSequence)
  return client
}

async function checkServers(client: pg.Client): Promise<void> {
  if (!(await hasCitus(client)))
    throw new Undistributable(
      'The database has no Citus. As its superuser: create extension citus, on this server and on each worker (docs/deploy.md).',
    )
  const { rows } = await client.query<{ coordinators: number; servers: number }>(
    `select count(*) filter (where groupid = 0)::int as coordinators, count(*) filter (where shouldhaveshards and isactive)::int as servers
     from pg_dist_node where noderole = 'primary'`,
  )
  const { coordinators = 0, servers = 0 } = rows[0] ?? {}
  if (coordinators === 0)
    throw new Undistributable(
      `The coordinator has no address. As its superuser: select citus_set_coordinator_host('HOST', 5432).`,
    )
  if (servers === 0)
    throw new Undistributable(
      `No server takes rows. As the superuser: select citus_add_node('HOST', 5432), for each worker.`,
    )
}

/** A server keeps statements planned for tables on one machine, and its calls fail while tables are half placed. */
async function checkStopped(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'showroom'`,
  )
  if (rowCount !== 0) throw new Undistributable('The product runs on this database: stop all its processes.')
}

async function run(client: pg.Client, { title, statements }: Step): Promise<void> {
  await client.query('begin')
  try {
    for (const statement of statements) await client.query(statement)
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback').catch(() => undefined)
    throw new Error(`placing ${title} failed`, { cause })
  }
}
