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
import type { LargeRows } from './large-customer.ts'
import { isLooseLead, narrateLargeLead, narrateLooseLargeLead } from './large-lead.ts'
import { isLargeDealer, mostDealers, writeLargeNetwork } from './large-network.ts'
import type { LargeDealer } from './large-network.ts'
import { narrateLargeOrder } from './large-order.ts'
import { demoDealers } from './network.ts'

export { largeMemberMobile, membersPerDealer } from './large-network.ts'

/** Thrown if the requested seed is not allowed here; the message gives the reason. */
export class SeedRefused extends Error {
  override readonly name = 'SeedRefused'
}

export interface LargeSize {
  readonly dealers: number
  /** Total over all dealers; there are a tenth as many online leads. */
  readonly customers: number
}

const chunk = 2_500

/**
 * Creates a large, uniform network for measuring, beside existing data. One transaction: an interrupted seed leaves nothing behind. The
 * tables stay locked meanwhile, as their indexes are rebuilt at the end instead of being updated row by row.
 */
export async function seedLarge(
  url: string,
  { dealers: count, customers }: LargeSize,
  now: Date,
  report: (line: string) => void,
): Promise<void> {
  if (count > mostDealers) throw new SeedRefused(`--dealers: at most ${mostDealers}`)
  const client = new DatabaseClient({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtext('showroom seed'))`)
    await client.query(`set local synchronous_commit = off; set local maintenance_work_mem = '512MB'`)
    await refuseRealNetwork(client)
    const free = await readFreeIds(client)
    const seconds = Math.floor(now.getTime() / 1000)
    const dealers = await writeLargeNetwork(client, count, free, seconds)
    report(`${count} dealers, ${dealers.reduce((sum, { members }) => sum + members.length, 0)} members`)
    const indexes = await dropIndexes(client)
    // It looks up the owner of each deal, and each owner here is at work.
    await client.query('alter table deal disable trigger deal_owner_at_work')
    await writeCustomers(client, dealers, customers, free, seconds, report)
    await client.query('alter table deal enable trigger deal_owner_at_work')
    for (const { name, create } of indexes) {
      await client.query(create)
      report(`index ${name}`)
    }
    await setIdentities(client)
    await client.query('commit')
    // All tables: plans that join base data also need statistics about its size.
    await client.query('vacuum (analyze)')
    report('analyzed')
  } finally {
    // Closing the connection rolls back a failed transaction.
    await client.end()
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
  'group' | 'dealer' | 'account' | 'member' | 'customer' | 'activity' | 'timeline' | 'lead' | 'order',
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
       (select coalesce(max(id), 0) + 1 from lead)::float8 as lead,
       (select coalesce(max(id), 0) + 1 from vehicle_order)::float8 as order`,
  )
  const [found] = rows
  if (!found || found.taken)
    throw new SeedRefused('This database already holds a large network: use an empty one.')
  return found
}

/** The largest tables, whose keys nothing looks up meanwhile. Triggers read the others by theirs. */
const keyless = ['timeline', 'activity', 'group_mobile']

/** Drops the indexes and keys of the filled tables. Building one afterwards costs a fraction of updating it row by row. */
async function dropIndexes(client: pg.Client): Promise<{ name: string; create: string }[]> {
  const { rows } = await client.query<{ name: string; drop: string; create: string }>(
    `select c.relname as name,
       case when k.oid is null then 'drop index ' || c.relname
            else 'alter table ' || t.relname || ' drop constraint ' || k.conname end as drop,
       case when k.oid is null then pg_get_indexdef(i.indexrelid)
            else 'alter table ' || t.relname || ' add constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid) end as create
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
     left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('p', 'u')
     where t.oid = any($1::regclass[]) and (k.oid is null or t.relname = any($2))
     order by k.oid is null, t.relname, c.relname`,
    // A trigger writes the buyers of orders.
    [[...largeTables, 'vehicle_order_buyer'], keyless],
  )
  for (const { drop } of rows) await client.query(drop)
  return rows
}

async function writeCustomers(
  client: pg.Client,
  dealers: readonly LargeDealer[],
  customers: number,
  free: FreeIds,
  now: number,
  report: (line: string) => void,
): Promise<void> {
  let done = 0
  let leadId = free.lead
  let orderId = free.order
  for (const [at, dealer] of dealers.entries()) {
    const share =
      Math.floor((customers * (at + 1)) / dealers.length) - Math.floor((customers * at) / dealers.length)
    const consultants = consultantsOf(dealer)
    for (let from = 0; from < share; from += chunk) {
      const rows = Object.fromEntries(largeTables.map((table) => [table, [] as object[]])) as LargeRows
      for (let number = from; number < Math.min(share, from + chunk); number++) {
        const ids = {
          number,
          id: free.customer + done,
          activity: free.activity + done * activityIds,
          timeline: free.timeline + done * timelineRows,
        }
        const file = narrateLargeCustomer(rows, dealer, consultants, ids, now)
        if (narrateLargeOrder(rows, file.buyer, orderId)) orderId++
        if (isFromLead(number)) narrateLargeLead(rows, dealer, file, leadId++)
        if (isLooseLead(number)) narrateLooseLargeLead(rows, dealer, { id: leadId++, number }, now)
        done++
      }
      for (const table of largeTables) await copyObjects(client, table, rows[table])
    }
    report(`${done.toLocaleString('en')} of ${customers.toLocaleString('en')} customers`)
  }
}
