import { rooms } from '@showroom/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCustomer } from '../../src/customer/customer.factory.ts'
import { buildMember } from '../../src/team/team.factory.ts'
import { createTestApp } from '../app.ts'
import type { TestApp } from '../app.ts'
import { plantRow } from '../cluster/plant.ts'

/**
 * Rows that refer to a customer move along when the file is merged into another. The tables are read from the
 * catalogue, so a new one cannot be forgotten.
 */

/** Columns that hold a customer's id and stay unchanged, with the reason. */
const stays: Readonly<Record<string, string>> = {
  'customer.merged_into_id': 'says where the file went, and is moved with the files that went into it',
  'customer_import_row.customer_id':
    'which file an import updated; an update or undo finds a merged one no more',
  'import_change.customer_id': 'the same, kept for the undo of a day',
}

interface Column {
  readonly table_name: string
  readonly column_name: string
}

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const columnsOf = async (): Promise<Column[]> =>
  (
    await sql<Column>`
      select c.table_name, c.column_name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name ~ '(^|_)customer_id$|^merged_into_id$'
      order by 1, 2`.execute(app.db)
  ).rows

/** Inserts a row that belongs to the customer. */
const plant = ({ table_name, column_name }: Column, dealerId: number, customerId: number): Promise<void> =>
  plantRow(app.db, table_name, { dealer_id: dealerId, [column_name]: customerId })

describe('when a customer is merged', () => {
  it('no row of any table keeps the id of the merged file', async () => {
    const by = await buildMember(app.db, app.now())
    const [master, slave] = [await buildCustomer(app, by), await buildCustomer(app, by)]
    const columns = (await columnsOf()).filter((one) => !stays[`${one.table_name}.${one.column_name}`])
    expect(columns.map(({ table_name }) => table_name)).toEqual(
      expect.arrayContaining(['deal', 'lead', 'notice', 'vehicle_order']),
    )
    for (const column of columns) await plant(column, by.dealerId, slave.customerId)
    const answer = await app.post(rooms.customer.merge, by.token, {
      masterCustomerId: master.customerId,
      slaveCustomerId: slave.customerId,
    })
    expect(answer, answer.text).toMatchObject({ status: '0' })
    for (const { table_name, column_name } of columns) {
      const total = async (customerId: number) =>
        (
          await sql`select from ${sql.table(table_name)}
            where dealer_id = ${by.dealerId} and ${sql.ref(column_name)} = ${customerId}`.execute(app.db)
        ).rows.length
      expect(
        await total(slave.customerId),
        `${table_name}.${column_name} is left behind: its room moves it (\`merged\` of the subscriptions in its room.ts)`,
      ).toBe(0)
      expect(await total(master.customerId), table_name).toBeGreaterThan(0)
    }
  })

  it('a notice leads to the survivor', async () => {
    const by = await buildMember(app.db, app.now())
    const manager = await buildMember(app.db, app.now(), { dealerId: by.dealerId, role: 3 })
    const heir = await buildMember(app.db, app.now(), { dealerId: by.dealerId })
    const [master, slave] = [await buildCustomer(app, by), await buildCustomer(app, by)]
    await app.post(rooms.customer.reassign, manager.token, {
      customerId: slave.customerId,
      memberId: heir.memberId,
      remark: '',
    })
    await app.post(rooms.customer.reassign, manager.token, {
      customerId: master.customerId,
      memberId: heir.memberId,
      remark: '',
    })
    const merged = await app.post(rooms.customer.merge, manager.token, {
      masterCustomerId: master.customerId,
      slaveCustomerId: slave.customerId,
    })
    expect(merged, merged.text).toMatchObject({ status: '0' })
    const { data = [] } = await app.post(rooms.notice.list, heir.token, {})
    // The merge writes one too.
    expect(data).toHaveLength(3)
    for (const { customerId } of data) {
      expect(customerId).toBe(master.customerId)
      expect(await app.post(rooms.customer.get, heir.token, { customerId })).toMatchObject({ status: '0' })
    }
  })
})
