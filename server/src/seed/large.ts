import type pg from 'pg'
import { DatabaseClient } from '../platform/db/connect.ts'
import { copyObjects } from './copy.ts'
import { setIdentities } from './identities.ts'
import {
  activityIds,
  consultantsOf,
  isFromLead,
  largeTables,
  narrateLargeCustomer,
  timelineRows,
} from './large-customer.ts'
import type { LargeRows, LargeTable } from './large-customer.ts'
import { isLooseLead, narrateLargeLead, narrateLooseLargeLead } from './large-lead.ts'
import { isLargeDealer, mostDealers, writeLargeNetwork } from './large-network.ts'
import type { LargeDealer } from './large-network.ts'
import { narrateLargeOrder } from './large-order.ts'
import { demoDealers } from './network.ts'

export { largeMemberMobile } from './large-network.ts'

/** Thrown if the requested seed is not allowed here; the message gives the reason. */
export class SeedRefused extends Error {
  override readonly name = 'SeedRefused'
}

export interface LargeSize {
  readonly dealers: number
  /** Total over all dealers; there are a tenth as many online leads. */
  readonly customers: number
}

const chunk = 1_000

/**
 * Creates a large, uniform network for measuring, beside existing data. The transactions of all connections commit at the end, so an
 * interrupted seed leaves nothing behind. The tables stay locked meanwhile, as their indexes are rebuilt at the end instead of being
 * updated row by row.
 */
export async function seedLarge(
  url: string,
  { dealers: count, customers }: LargeSize,
  now: Date,
  report: (line: string) => void,
): Promise<void> {
  if (count > mostDealers) throw new SeedRefused(`--dealers: at most ${mostDealers}`)
  const client = new DatabaseClient({ connectionString: url })
  const lanes: Lane[] = []
  try {
    await client.connect()
    await client.query(`select pg_advisory_lock(hashtext('showroom seed'))`)
    await refuseRealNetwork(client)
    const free = await readFreeIds(client)
    const seconds = Math.floor(now.getTime() / 1000)
    await client.query('begin')
    const dealers = await writeLargeNetwork(client, count, free, seconds)
    report(`${count} dealers, ${dealers.reduce((sum, { members }) => sum + members.length, 0)} members`)
    for (const tables of largeTables) lanes.push(await openLane(url, tables))
    await writeCustomers(lanes, dealers, customers, free, seconds, report)
    await Promise.all(lanes.map((lane) => createIndexes(lane, report)))
    for (const one of [client, ...lanes.map((lane) => lane.client)]) await one.query('commit')
    await setIdentities(client)
    // All tables: plans that join base data also need statistics about its size.
    await client.query('vacuum (analyze)')
    report('analyzed')
  } finally {
    // Closing a connection rolls back its failed transaction.
    await Promise.all([client, ...lanes.map((lane) => lane.client)].map((one) => one.end()))
  }
}

/**
 * Rejects a database with a real dealer, i.e. one no seed created, judged by code and name. Seeded accounts have a published password,
 * which would give access to it.
 */
async function refuseRealNetwork(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ code: string; name: string }>(
    `select d.code, d.name from dealer d left join dealer_group g on g.id = d.group_id
     where not (d.code || ' ' || d.name = any($1)) and not coalesce(${isLargeDealer}, false) order by d.id limit 1`,
    [demoDealers.map(({ code, name }) => `${code} ${name}`)],
  )
  if (rows[0])
    throw new SeedRefused(
      `${rows[0].name} (${rows[0].code}) in this database is no dealer that a seed made: a seed adds accounts whose password everybody ` +
        'knows. Take an empty database.',
    )
}

type FreeIds = Record<
  | 'group'
  | 'dealer'
  | 'account'
  | 'member'
  | 'customer'
  | 'activity'
  | 'timeline'
  | 'visit'
  | 'lead'
  | 'order',
  number
>

async function readFreeIds(client: pg.Client): Promise<FreeIds> {
  const { rows } = await client.query<FreeIds & { taken: boolean }>(
    `select exists (select from dealer d join dealer_group g on g.id = d.group_id where ${isLargeDealer}) as taken,
       (select coalesce(max(id), 0) + 1 from dealer_group)::int as group, (select coalesce(max(id), 0) + 1 from dealer)::int as dealer,
       (select coalesce(max(id), 0) + 1 from account)::int as account, (select coalesce(max(id), 0) + 1 from member)::float8 as member,
       (select greatest((select max(id) from customer), (select max(id) from deal), 0) + 1)::float8 as customer,
       (select coalesce(max(id), 0) + 1 from activity)::float8 as activity,
       (select coalesce(max(id), 0) + 1 from timeline)::float8 as timeline,
       (select greatest((select max(id) from visit), (select max(id) from reception), 0) + 1)::float8 as visit,
       (select coalesce(max(id), 0) + 1 from lead)::float8 as lead,
       (select coalesce(max(id), 0) + 1 from vehicle_order)::float8 as order`,
  )
  const [found] = rows
  if (!found || found.taken)
    throw new SeedRefused('This database already holds a large network: use an empty one.')
  return found
}

/** A connection with the transaction that fills a group of tables. */
interface Lane {
  readonly client: pg.Client
  readonly tables: readonly LargeTable[]
  readonly indexes: readonly { readonly name: string; readonly create: string }[]
}

/** Connects, locks the tables and drops their indexes and keys: building one afterwards costs a fraction of updating it row by row. */
async function openLane(url: string, tables: readonly LargeTable[]): Promise<Lane> {
  const client = new DatabaseClient({ connectionString: url })
  await client.connect()
  await client.query('begin')
  await client.query(`set local synchronous_commit = off; set local maintenance_work_mem = '256MB'`)
  const { rows } = await client.query<{ name: string; drop: string; create: string }>(
    `select conname as name, format('alter table %s drop constraint %I', conrelid::regclass, conname) as "drop",
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as "create",
            contype = 'f' as needs_key
     from pg_constraint where conrelid = any($1::regclass[]) and contype in ('p', 'u', 'f')
     union all
     select indexrelid::regclass::text, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid), false
     from pg_index where indrelid = any($1::regclass[])
       and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
     order by needs_key, name`,
    [tables],
  )
  // Foreign keys are created last and dropped first.
  for (const { drop } of rows.toReversed()) await client.query(drop)
  return { client, tables, indexes: rows }
}

async function createIndexes({ client, indexes }: Lane, report: (line: string) => void): Promise<void> {
  for (const { name, create } of indexes) {
    await client.query(create)
    report(`index ${name}`)
  }
}

async function writeCustomers(
  lanes: readonly Lane[],
  dealers: readonly LargeDealer[],
  customers: number,
  free: FreeIds,
  now: number,
  report: (line: string) => void,
): Promise<void> {
  let done = 0
  let leadId = free.lead
  let orderId = free.order
  let written = Promise.resolve()
  for (const [at, dealer] of dealers.entries()) {
    const share =
      Math.floor((customers * (at + 1)) / dealers.length) - Math.floor((customers * at) / dealers.length)
    const consultants = consultantsOf(dealer)
    for (let from = 0; from < share; from += chunk) {
      const rows = Object.fromEntries(largeTables.flat().map((table) => [table, [] as object[]])) as LargeRows
      for (let number = from; number < Math.min(share, from + chunk); number++) {
        const ids = {
          number,
          id: free.customer + done,
          activity: free.activity + done * activityIds,
          timeline: free.timeline + done * timelineRows,
          visit: free.visit + done,
        }
        const file = narrateLargeCustomer(rows, dealer, consultants, ids, now)
        if (narrateLargeOrder(rows, file.buyer, orderId)) orderId++
        if (isFromLead(number)) narrateLargeLead(rows, dealer, file, leadId++)
        if (isLooseLead(number)) narrateLooseLargeLead(rows, dealer, { id: leadId++, number }, now)
        done++
      }
      await written
      written = writeRows(lanes, rows)
    }
    report(`${done.toLocaleString('en')} of ${customers.toLocaleString('en')} customers`)
  }
  await written
}

/** Writes rows over all connections at once. */
async function writeRows(lanes: readonly Lane[], rows: LargeRows): Promise<void> {
  await Promise.all(
    lanes.map(async ({ client, tables }) => {
      for (const table of tables) await copyObjects(client, table, rows[table])
    }),
  )
}
