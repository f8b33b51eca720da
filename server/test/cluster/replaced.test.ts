import { once } from 'node:events'
import { rooms } from '@showroom/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp } from '../app.ts'
import type { TestApp } from '../app.ts'
import { buildCustomer } from '../../src/customer/customer.factory.ts'
import { buildOrder } from '../../src/order/order.factory.ts'
import { buildMember } from '../../src/team/team.factory.ts'
import type { BuiltMember } from '../../src/team/team.factory.ts'
import { planning } from '../../src/platform/db/client.ts'
import { listReplaced, writing } from '../../src/platform/db/replaced.ts'

let app: TestApp
let by: BuiltMember
let heard: pg.Client
/** A session of the release before, and one of this release. */
let before: pg.Client
let now: pg.Client
const open = async (options: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: app.databaseUrl, options })
  await client.connect()
  return client
}
beforeAll(async () => {
  app = await createTestApp()
  by = await buildMember(app.db, app.now())
  ;[heard, before, now] = await Promise.all([open(planning), open(planning), open(`${planning} ${writing}`)])
  await heard.query('listen session_changed; listen lead_backlog; listen base_changed; listen done')
})
afterAll(async () => {
  await Promise.all([heard, before, now].map((client) => client.end()))
  await app.close()
})

/** The notifications of a statement, sorted. */
async function notificationsOf(client: pg.Client, text: string): Promise<string[]> {
  const found = new Set<string>()
  const listen = ({ channel, payload = '' }: pg.Notification): void => void found.add(`${channel} ${payload}`)
  heard.on('notification', listen)
  await client.query(text)
  await client.query('notify done')
  while (!found.has('done ')) await once(heard, 'notification')
  heard.off('notification', listen)
  return [...found].filter((one) => one !== 'done ').toSorted()
}

it('lists every trigger that does more than refuse a change', async () => {
  const { rows: all } = await now.query<{ table: string; trigger: string; body: string }>(
    `select c.relname as "table", t.tgname as "trigger", p.prosrc as body
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
     where not t.tgisinternal and c.relnamespace = 'public'::regnamespace order by 1, 2`,
  )
  const acts = /\b(?:perform|select|insert|update|delete)\b|new\.\w+ :=/
  const acting = all.filter(({ body }) => acts.test(body.replaceAll(/'[^']*'/g, '')))
  const { rows: replaced } = await now.query(listReplaced)
  expect(replaced).toEqual(acting.map(({ table, trigger }) => ({ table, trigger })))
  expect(replaced).toContainEqual({ table: 'deal', trigger: 'deal_owner_at_work' })
  // The others refuse changes.
  expect(all.length).toBeGreaterThan(acting.length)
  for (const { body } of all.filter((one) => !acting.includes(one))) expect(body).toContain('raise exception')
})

it('does for the release before what statements of this release write', async () => {
  const customer = await buildCustomer(app, by)
  const orderId = await buildOrder(app, by, customer)
  const copies = {
    activity: ['from_source'],
    vehicle_order: ['from_source', 'other_source', 'series_ids', 'model_ids'],
  }
  const read = (table: string, columns: readonly string[], id: number) =>
    before.query(`select ${columns.join()} from ${table} where id = $1`, [id]).then(({ rows }) => rows[0])
  const again = async (client: pg.Client, table: string, id: number, but: readonly string[]) => {
    const { rows } = await client.query<{ names: string }>(
      `select string_agg(attname, ', ') as names from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and attname <> all($2) and attname <> 'id' and attgenerated = '' and not attisdropped`,
      [table, but],
    )
    const names = rows[0]?.names ?? ''
    const values = names
      .replace('order_no', `order_no || '-again'`)
      .replace('completed_at', `coalesce(completed_at, now())`)
    const made = await client.query<{ id: number }>(
      `insert into ${table} (${names}) select ${values} from ${table} where id = $1 returning id`,
      [id],
    )
    return made.rows[0]?.id ?? 0
  }
  const activity = await again(before, 'activity', customer.activityId, copies.activity)
  expect(await read('activity', copies.activity, activity)).toEqual(
    await read('activity', copies.activity, customer.activityId),
  )

  const order = await again(before, 'vehicle_order', orderId, copies.vehicle_order)
  const lineColumns =
    'dealer_id, sub_order_no, series_id, model_id, sku_id, color, quantity, price_fen, status'
  const lines = (client: pg.Client, to: number, suffix: string) =>
    client.query(
      `insert into vehicle_order_line (order_id, ${lineColumns})
       select $2, ${lineColumns.replace('sub_order_no', `sub_order_no || $3`)} from vehicle_order_line where order_id = $1 order by id`,
      [orderId, to, suffix],
    )
  await lines(before, order, '-again')
  const whole = await read('vehicle_order', copies.vehicle_order, orderId)
  expect(whole).toMatchObject({ series_ids: [expect.any(Number)] })
  expect(await read('vehicle_order', copies.vehicle_order, order)).toEqual(whole)
  const buyerOf = (id: number) =>
    before
      .query('select name, contact_name, phone from vehicle_order_buyer where order_id = $1', [id])
      .then(({ rows }) => rows[0])
  expect(await buyerOf(order)).toEqual(await buyerOf(orderId))
  expect(await buyerOf(orderId)).toMatchObject({ phone: expect.stringMatching(/^1/) })

  await before.query('update deal set from_source = 3 where id = $1', [customer.dealId])
  for (const [table, id] of [
    ['activity', activity],
    ['vehicle_order', order],
  ] as const)
    expect(await read(table, ['from_source'], id)).toEqual({ from_source: 3 })

  // A session of this release writes all of it itself: without its statements, nothing comes.
  await now.query('update deal set from_source = 4 where id = $1', [customer.dealId])
  expect(await read('activity', ['from_source'], activity)).toEqual({ from_source: 3 })
})

it('keeps customers from members who have left, and notifies, for the release before alone', async () => {
  const gone = await buildMember(app.db, app.now(), { dealerId: by.dealerId })
  const customer = await buildCustomer(app, by)
  const member = `update member set left_at = now() where id = ${gone.memberId}`
  const back = `update member set left_at = null, status = 0, activated_at = now() where id = ${gone.memberId}`
  const dealer = `update dealer set topic = topic where id = ${by.dealerId}`
  const session = `update session set ended_as = 2 where member_id = ${gone.memberId}`
  const deletion = `delete from session where member_id = ${gone.memberId}`
  const base = 'update series set name = name where id = 1201'
  const { rows } = await before.query<{ hash: string }>(
    `select encode(token_hash, 'hex') as hash from session where member_id = $1`,
    [gone.memberId],
  )
  const token = `session_changed token:${rows[0]?.hash}`
  const rights = `session_changed dealer:${by.dealerId}`
  for (const text of [member, back, dealer, base]) expect(await notificationsOf(now, text)).toEqual([])
  expect(await notificationsOf(before, back)).toEqual([`lead_backlog ${by.dealerId}`, rights])
  expect(await notificationsOf(before, member)).toEqual([rights])
  expect(await notificationsOf(before, dealer)).toEqual([rights])
  expect(await notificationsOf(before, session)).toEqual([token])
  expect(await notificationsOf(before, deletion)).toEqual([token])
  expect(await notificationsOf(before, base)).toEqual(['base_changed series'])
  const give = `update deal set owner_id = ${gone.memberId} where id = ${customer.dealId}`
  await expect(before.query(give)).rejects.toMatchObject({ code: 'SR001' })
})

it('serves without the triggers', async () => {
  const { rows } = await now.query<{ table: string; trigger: string }>(listReplaced)
  for (const { table, trigger } of rows) await now.query(`drop trigger ${trigger} on ${table}`)
  const seller = await buildMember(app.db, app.now(), { dealerId: by.dealerId })
  const customer = await buildCustomer(app, seller)
  const orderId = await buildOrder(app, seller, customer)
  const buyers = await sql`select from vehicle_order_buyer where order_id = ${orderId}`.execute(app.db)
  expect(buyers.rows).toHaveLength(1)
  const out = await app.post(rooms.access.logout, seller.token, {})
  expect(out, out.text).toMatchObject({ status: '0' })
  expect(await app.post(rooms.customer.get, seller.token, customer)).toMatchObject({ status: '-100' })
})
