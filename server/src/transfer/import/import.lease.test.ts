import { rooms } from '@showroom/contract'
import { importState } from '@showroom/contract/transfer/transfer.schema'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { countWaiting } from '../../../test/cluster/holder.ts'
import { sheetRow, storeSheet } from '../../../test/sheets.ts'
import { buildMember, scopeOf } from '../../team/team.factory.ts'
import { insertImport } from './import.repository.ts'

/** An import whose process is slow, while another process looks for work. */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('belongs to the process that removes the rows of an interrupted check, however long that takes', async () => {
  const by = await buildMember(app.db, app.now(), { role: 3 })
  const fileKey = await storeSheet(app, by, [sheetRow(), sheetRow(), sheetRow()])
  const made = { fileKey, fileName: '客户.xlsx', isDirect: false, ip: '', now: app.now() }
  const importId = await insertImport(app.db, scopeOf(by), made)
  const left = { dealer_id: by.dealerId, import_id: importId, row_no: 99, cells: [], state: 0 }
  await app.db.insertInto('customer_import_row').values(left).execute()
  const holder = new pg.Client({ connectionString: app.databaseUrl })
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('begin')
  await holder.query('select from customer_import_row where dealer_id = $1 and import_id = $2 for update', [
    by.dealerId,
    importId,
  ])
  const leaseOf = async () =>
    (
      await app.db
        .selectFrom('customer_import')
        .select('lease_holder')
        .where('dealer_id', '=', by.dealerId)
        .where('id', '=', importId)
        .executeTakeFirstOrThrow()
    ).lease_holder
  const other = await app.startNode()

  const running = app.app.importWork.run()
  await vi.waitFor(async () => expect(await countWaiting(app)).toBe(1), 10_000)
  const first = await leaseOf()
  app.advance(61)
  const taking = other.importWork.run()
  // A process that takes the import over waits for the same rows.
  await Promise.race([taking, vi.waitFor(async () => expect(await countWaiting(app)).toBe(2), 10_000)])
  expect(await leaseOf()).toBe(first)
  await holder.query('commit')
  await Promise.all([running, taking])

  expect(await app.post(rooms.transfer.importStatus, by.token, { importId })).toMatchObject({
    state: importState.checked,
    successTotal: 3,
  })
  const rows = await app.db
    .selectFrom('customer_import_row')
    .select('row_no')
    .where('dealer_id', '=', by.dealerId)
    .where('import_id', '=', importId)
    .execute()
  expect(rows).toHaveLength(3)
})
