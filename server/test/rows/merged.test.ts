import { rooms } from '@showroom/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCustomer } from '../../src/customer/customer.factory.ts'
import { columnsOf } from '../../src/platform/tables/describe.ts'
import { allTables } from '../../src/rooms.ts'
import { buildMember } from '../../src/team/team.factory.ts'
import { createTestApp } from '../app.ts'
import type { TestApp } from '../app.ts'
import { plantRow } from '../cluster/plant.ts'

/** Rows that refer to a customer move along when the file is merged into another: a new column is found by its word in the description. */

interface Column {
  readonly table: string
  readonly column: string
}
/** Columns that move along, from the descriptions of the tables. */
const columns: readonly Column[] = columnsOf(allTables, 'customer')
  .filter(({ word }) => word.on !== 'stays')
  .map(({ table, column }) => ({ table: table.table, column }))

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Inserts a row that belongs to the customer. */
const plant = ({ table, column }: Column, dealerId: number, customerId: number): Promise<void> =>
  plantRow(app.db, table, { dealer_id: dealerId, [column]: customerId })

describe('when a customer is merged', () => {
  it('no row of any table keeps the id of the merged file', async () => {
    const by = await buildMember(app.db, app.now())
    const [master, slave] = [await buildCustomer(app, by), await buildCustomer(app, by)]
    expect(columns.map(({ table }) => table)).toEqual(
      expect.arrayContaining(['deal', 'lead', 'notice', 'vehicle_order']),
    )
    for (const column of columns) await plant(column, by.dealerId, slave.customerId)
    const answer = await app.post(rooms.customer.merge, by.token, {
      masterCustomerId: master.customerId,
      slaveCustomerId: slave.customerId,
    })
    expect(answer, answer.text).toMatchObject({ status: '0' })
    for (const { table, column } of columns) {
      const total = async (customerId: number) =>
        (
          await sql`select from ${sql.table(table)}
            where dealer_id = ${by.dealerId} and ${sql.ref(column)} = ${customerId}`.execute(app.db)
        ).rows.length
      expect(await total(slave.customerId), `${table}.${column} is left behind`).toBe(0)
      expect(await total(master.customerId), table).toBeGreaterThan(0)
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
