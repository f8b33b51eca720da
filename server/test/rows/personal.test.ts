import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rooms } from '@showroom/contract'
import { confirmWord } from '@showroom/contract/privacy/privacy.schema'
import { personalTables } from '../../src/platform/personal/personal.ts'
import type { PersonalTable } from '../../src/platform/personal/personal.ts'
import { listTables } from '../../src/platform/tables/describe.ts'
import { allTables } from '../../src/rooms.ts'
import { createTestApp } from '../app.ts'
import type { TestApp } from '../app.ts'
import { buildCustomer, buildMember } from '../factories.ts'
import { plantRow } from '../cluster/plant.ts'

/** Personal data in every table: the tables and columns are read from the catalogue, so that a new one cannot be forgotten. */

let app: TestApp
const tables = personalTables(allTables)
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
}
const textColumns = async (): Promise<Column[]> =>
  (
    await sql<Column>`
      select c.table_name as table, c.column_name as name, c.udt_name as type from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.udt_name in ('text', '_text', 'jsonb', 'varchar')
        and c.table_name !~ '^(migration|kysely)' order by 1, 2`.execute(app.db)
  ).rows

describe('every column with text', () => {
  it('has a word in the description of its table, as the types demand it', async () => {
    const columns = await textColumns()
    expect(columns.length).toBeGreaterThan(150)
    const described = new Map(listTables(allTables).map((one) => [one.table as string, one]))
    const missing = columns.flatMap(({ table, name }) => {
      const { texts = {}, free, typed } = described.get(table) ?? {}
      return name in texts || free || typed ? [] : [`${table}.${name}`]
    })
    expect(missing).toEqual([])
  })

  it('exists, with the declared kind and primary key', async () => {
    const columns = await textColumns()
    const typeOf = new Map(columns.map(({ table, name, type }) => [`${table}.${name}`, type]))
    const kinds: Record<string, readonly string[]> = {
      text: ['text'],
      name: ['text'],
      id: ['text'],
      json: ['jsonb', 'text'],
      list: ['_text'],
      file: ['text'],
      files: ['_text'],
    }
    for (const { table, columns: personal } of tables) {
      const wrong = Object.entries(personal).filter(
        ([name, { kind }]) =>
          kind !== 'plain' && !kinds[kind]?.includes(typeOf.get(`${table}.${name}`) ?? ''),
      )
      expect(wrong, table).toEqual([])
    }
    const { rows } = await sql<{ table: string; key: string[] }>`
      select c.relname as table, array_agg(a.attname::text order by k.place) as key
      from pg_index i join pg_class c on c.oid = i.indrelid, unnest(i.indkey[0:i.indnkeyatts - 1]) with ordinality as k (num, place)
      join pg_attribute a on true
      where i.indisprimary and a.attrelid = i.indrelid and a.attnum = k.num and c.relnamespace = 'public'::regnamespace
      group by 1`.execute(app.db)
    const keys = new Map(rows.map(({ table, key }) => [table, key.filter((name) => name !== 'dealer_id')]))
    for (const { table, key } of tables)
      expect(
        key.filter((name) => name !== 'dealer_id'),
        table,
      ).toEqual(keys.get(table) ?? [])
  })
})

describe('an erasure', () => {
  const number = '13987651234'
  const who = '卓文昕'
  /** Values that name the person by the number, and by the name. */
  const values = {
    number: {
      text: `电话 139 8765-1234 备用`,
      name: `电话 139 8765-1234`,
      json: JSON.stringify({ tel: 13_987_651_234 }),
      list: [`x${number}`],
    },
    name: { text: `由${who}介绍`, name: '另一位', json: JSON.stringify({ who }), list: [who] },
  } as const
  /** Tables with one row for each store. */
  const ofStore = new Set<string>(['dealer', 'appointment_text'])

  let count = 0
  /** A row of the table that is the customer's, or else only names the number, in each of its personal columns. */
  async function plant(
    table: PersonalTable,
    dealerId: number,
    customerId: number,
    isOwn: boolean,
    by: keyof typeof values = 'number',
  ): Promise<void> {
    const value = values[by]
    const types = new Map((await textColumns()).map((one) => [`${one.table}.${one.name}`, one.type]))
    const given: Record<string, unknown> = { dealer_id: dealerId }
    for (const [column, { kind }] of Object.entries(table.columns))
      if (kind === 'text' || kind === 'name' || kind === 'json' || kind === 'list')
        given[column] =
          types.get(`${table.table}.${column}`) === 'text' && kind !== 'name' ? value.text : value[kind]
    const { customer } = table.of ?? {}
    if (customer) given[customer] = customerId
    if (isOwn && table.record) given[table.record] = `customer:${customerId}`
    for (const name of table.numbers ?? []) if (isOwn || table.lookUp) given[name] = number
    if (table.lookUp) given['mobile'] = number
    if (table.table === 'group_mobile') {
      const { group_id } = await app.db
        .selectFrom('dealer')
        .select('group_id')
        .where('id', '=', dealerId)
        .executeTakeFirstOrThrow()
      given['group_id'] = group_id
    }
    if (table.table === 'activity') given['result'] = JSON.stringify({ remark: value.text })
    if (table.table === 'vehicle_order') given['status'] = 1
    if (table.table === 'lead_delivery') given['state'] = 2
    // Unique in their tables.
    count += 1
    for (const column of table.typed)
      given[column] =
        types.get(`${table.table}.${column}`) === '_text' ? value.list : `${value.text} ${count}`
    for (const [column, { kind }] of Object.entries(table.columns))
      if (kind === 'id') given[column] = `${by === 'name' ? who : number}-${count}`
    if (table.table === 'activity' || table.table === 'defeat_request') given['deal_id'] = 900_000 + count
    if (table.table === 'daily_report') given['member_id'] = 900_000 + count
    if (table.table === 'order_submission') given['order_id'] = 900_000 + count
    for (const column of new Set([...table.key, ...Object.keys(table.texts)]))
      if (column === 'n' || column === 'row_no' || column === 'version') given[column] ??= count
      else if (
        /^(?:key|id|order_no|file_key|external_id)$/.test(column) &&
        types.has(`${table.table}.${column}`)
      )
        given[column] ??= `k${count}`
    await plantRow(app.db, table.table, given)
  }

  it('leaves number and name in no row of any table, except those that it reports as kept', async () => {
    const head = await buildMember(app.db, app.now(), { role: 1 })
    const { customerId } = await buildCustomer(app, head, { mobile: number, name: who })
    // Rows that the walk skips, with others' numbers, stay as they are.
    const other = await buildCustomer(app, head, { mobile: '13987651235' })
    for (const table of tables.filter((one) => !['customer', 'vehicle_order_buyer'].includes(one.table))) {
      if (ofStore.has(table.table)) continue
      if (table.lookUp || table.table === 'wecom_contact') {
        if (table.table !== 'group_mobile') await plant(table, head.dealerId, customerId, true)
        continue
      }
      await plant(table, head.dealerId, customerId, true)
      await plant(table, head.dealerId, other.customerId, false)
      await plant(table, head.dealerId, other.customerId, false, 'name')
    }
    const { text } = values.name
    await app.db.updateTable('dealer').set({ topic: text }).where('id', '=', head.dealerId).execute()
    const texts = { booked: text, moved: text, evening: values.number.text }
    await plantRow(app.db, 'appointment_text', { dealer_id: head.dealerId, ...texts })
    const ask = await app.post(rooms.privacy.ask, head.token, { number })
    expect(ask, JSON.stringify([ask.errors, ask.fault])).toMatchObject({ status: '0' })
    const run = () => app.app.queues.works.get('persons')?.run()
    await run()
    const copy = await app.post(rooms.privacy.copy, head.token, { id: ask.id })
    expect(copy, copy.text).toMatchObject({ status: '0' })
    const erase = await app.post(rooms.privacy.erase, head.token, { id: ask.id, word: confirmWord })
    expect(erase, erase.text).toMatchObject({ status: '0' })
    await run()
    const { data = [] } = await app.post(rooms.privacy.list, head.token, {})
    expect(data[0]).toMatchObject({ state: 3 })
    const titles = new Set(data[0]?.found.filter((kind) => kind.kept > 0).map(({ title }) => title))
    expect([...titles]).toEqual(['本店blc名单'])
    const left: string[] = []
    for (const table of new Set((await textColumns()).map((one) => one.table))) {
      const { rows } = await sql<{ row: string }>`
        select to_jsonb(t)::text as row from ${sql.table(table)} t
        where to_jsonb(t)::text ~ ${`139[- ]?8765[- ]?1234|${who}`}`.execute(app.db)
      left.push(...rows.map(({ row }) => `${table}: ${row}`))
    }
    expect(left.filter((row) => !row.startsWith('store_blocklist'))).toEqual([])
    const file = (await app.post(rooms.customer.get, head.token, { customerId: other.customerId })) as {
      data?: { name: string }
    }
    expect(file).toMatchObject({ status: '0' })
  }, 60_000)
})
