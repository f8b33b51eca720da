import { addDays, dayText } from '@showroom/contract/kernel/day'
import type pg from 'pg'
import type { DemoAccounts } from '../access/index.ts'
import { hashPassword, sha256Hex } from '../access/password/password.ts'
import { DatabaseClient } from '../platform/db/connect.ts'
import { bookedQuarters, usualAgreements } from './cars.ts'
import { copyFacts } from './copies.ts'
import { copyObjects } from './copy.ts'
import { dailyDays, writeDaily } from './daily.ts'
import { displayOf } from './dictionaries.ts'
import { writeHouses } from './house.ts'
import { setIdentities } from './identities.ts'
import { demoDealers, demoGroups, demoPassword, easyAccounts } from './network.ts'
import type { DemoNetwork } from './network.ts'
import { narrateDemo } from './narrate.ts'
import type { DemoTale } from './narrate.ts'
import { makePersonnel, positionOf, siebelIdOf } from './personnel.ts'
import { writeTargets } from './targets.ts'
import { writeVisits } from './visits.ts'
import { instant } from './workday.ts'

/**
 * Fills the demo network into an empty database. Returns the accounts to sign in with at every start, or undefined if the database belongs
 * to a real network. One transaction under a lock: an interrupted seed leaves nothing behind, and of two processes starting at once the
 * second finds the work done.
 */
export async function ensureDemo(url: string, now: Date): Promise<DemoAccounts | undefined> {
  const client = new DatabaseClient({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtext('showroom seed'))`)
    const { rows } = await client.query<{ empty: boolean }>('select not exists (select from dealer) as empty')
    const empty = rows[0]?.empty === true
    if (empty) await writeDemo(client, narrateDemo(Math.floor(now.getTime() / 1000)), now)
    await client.query('commit')
    if (empty) await client.query('analyze')
    const accounts = await readAccounts(client)
    return accounts.length > 0 ? { password: demoPassword, accounts } : undefined
  } finally {
    // Closing the connection rolls back a failed transaction.
    await client.end()
  }
}

async function writeDemo(client: pg.Client, tale: DemoTale, now: Date): Promise<void> {
  const { ledger } = tale
  const { activities, orders, defeats, suspensions, drives } = copyFacts(ledger)
  await writeNetwork(client, tale.network, Math.floor(now.getTime() / 1000))
  await copyObjects(client, 'customer', ledger.customers)
  await copyObjects(client, 'deal', ledger.deals)
  await copyObjects(client, 'activity', activities)
  await copyObjects(client, 'test_car', ledger.cars)
  await copyObjects(client, 'test_drive', drives)
  await copyObjects(client, 'drive_paper', ledger.papers)
  await copyObjects(client, 'drive_agreement', usualAgreements(ledger.papers))
  await copyObjects(client, 'test_car_quarter', bookedQuarters(ledger.activities))
  await copyObjects(client, 'appointment_event', ledger.appointmentEvents)
  // Few rows have pictures.
  for (const pictured of [false, true])
    await copyObjects(
      client,
      'timeline',
      ledger.timeline.filter((row) => (row.image_keys !== undefined) === pictured),
    )
  await copyObjects(client, 'defeat_request', defeats)
  await copyObjects(client, 'suspension', suspensions)
  await copyObjects(client, 'vehicle_order', orders)
  await copyObjects(client, 'vehicle_order_line', ledger.lines)
  await writeBuyers(client)
  await writeSubmissions(client)
  await copyObjects(client, 'lead', ledger.leads)
  await copyObjects(client, 'lead_event', ledger.leadEvents)
  await copyObjects(client, 'call_record', ledger.calls)
  await copyObjects(client, 'test_share', ledger.shares)
  await copyObjects(client, 'group_mobile', tale.groupMobiles)
  await copyObjects(client, 'wecom_contact', tale.wecomContacts)
  await writeHouses(client, tale, Math.floor(now.getTime() / 1000))
  await setIdentities(client)
  await writeVisits(client, tale, Math.floor(now.getTime() / 1000))
  await writeDaily(client, tale.network, Math.floor(now.getTime() / 1000))
  await setIdentities(client)
  await writeTargets(client, tale.network, Math.floor(now.getTime() / 1000))
  await bindSome(client, now)
}

/** Binds two accounts as if they had scanned the demo's QR code before; the others are asked for their mobile. */
async function bindSome(client: pg.Client, now: Date): Promise<void> {
  await client.query(
    `insert into wecom_binding (account_id, corp_id, user_id, bound_at)
     select id, 'demo', name, $1 from account where mobile = any($2)`,
    [now, ['13800000001', '13800000004']],
  )
}

/** Copies the buyers' names and numbers, by which orders are found. */
async function writeBuyers(client: pg.Client): Promise<void> {
  await client.query(`
    insert into vehicle_order_buyer (dealer_id, order_id, name, contact_name, phone)
    select dealer_id, id, name, contact_name, phone from vehicle_order`)
}

/** Saves orders that are under review or were rejected, as they were submitted. */
async function writeSubmissions(client: pg.Client): Promise<void> {
  await client.query(`
    insert into order_submission (dealer_id, order_id, submitted_at, submitted_by, form, outcome, ended_at, ended_by, reason)
    select o.dealer_id, o.id, o.submitted_at, o.created_by, jsonb_build_object('order', to_jsonb(o), 'lines', (
             select jsonb_agg(to_jsonb(l) order by l.id) from vehicle_order_line l
             where l.dealer_id = o.dealer_id and l.order_id = o.id)),
           case o.status when 6 then 2 else 0 end, o.reviewed_at, o.reviewed_by, o.reject_reason
    from vehicle_order o where o.status in (2, 6) order by o.submitted_at, o.id`)
}

/** Stores had opened and all members had signed in before the oldest story begins. */
const networkAgeDays = 720

async function writeNetwork(client: pg.Client, network: DemoNetwork, now: number): Promise<void> {
  const opened = instant(addDays(now, -networkAgeDays) + 9 * 3600)
  const passwordHash = await hashPassword(sha256Hex(demoPassword))
  await copyObjects(client, 'dealer_group', demoGroups)
  await copyObjects(
    client,
    'dealer',
    demoDealers.map((dealer) => ({
      id: dealer.id,
      group_id: dealer.group_id,
      code: dealer.code,
      name: dealer.name,
      province: dealer.city.province,
      city: dealer.city.city,
      area: dealer.district,
      address: dealer.address,
      topic: dealer.topic,
      online_policy: dealer.policy,
      city_pool_enable: dealer.cityPool,
      daily_since: dayText(addDays(now, -dailyDays)),
      created_at: opened,
    })),
  )
  await copyObjects(
    client,
    'custom_source',
    demoDealers.flatMap((dealer) =>
      dealer.sources.map(({ id, name, deleted }) => ({
        dealer_id: dealer.id,
        id,
        name,
        deleted_at: deleted ? instant(addDays(now, -60) + 10 * 3600) : null,
      })),
    ),
  )
  await copyObjects(
    client,
    'account',
    network.accounts.map((account) => ({ ...account, password_hash: passwordHash, created_at: opened })),
  )
  await copyObjects(
    client,
    'member',
    network.members.map(({ activated, leftDaysAgo, ...member }) => ({
      ...member,
      siebel_id: siebelIdOf(member.account_id),
      siebel_position: positionOf(member.role),
      activated_at: activated ? opened : null,
      // Within the last working days, each at another minute.
      last_seen_at: activated && !leftDaysAgo ? instant(now - ((member.id * 7919) % 200_000)) : null,
      left_at: leftDaysAgo ? instant(addDays(now, -leftDaysAgo) + 17 * 3600) : null,
      created_at: opened,
    })),
  )
  await copyObjects(client, 'personnel', makePersonnel(network))
}

/** Reads the accounts offered on the sign-in page, with their current data. */
async function readAccounts(client: pg.Client): Promise<DemoAccounts['accounts']> {
  const { rows } = await client.query<{ mobile: string; name: string; role: number; dealer: string }>(
    `select distinct on (a.mobile) a.mobile, a.name, m.role, d.name as dealer
     from account a join member m on m.account_id = a.id join dealer d on d.id = m.dealer_id
     where a.mobile = any($1) and m.left_at is null and m.status = 0
     order by a.mobile, m.dealer_id`,
    [easyAccounts.map(({ mobile }) => mobile)],
  )
  return rows.map((row) => ({ ...row, role: displayOf('dealerMemberRoles', row.role) }))
}
