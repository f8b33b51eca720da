import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp } from '../app.ts'
import type { TestApp } from '../app.ts'
import { nothingWritten, snapshot } from './snapshot.ts'
import { buildLead } from '../../src/lead/lead.factory.ts'
import { buildDealer } from '../../src/team/team.factory.ts'

/** The check for "nothing written" detects every write. */

let app: TestApp
let dealerId: number
beforeAll(async () => {
  app = await createTestApp()
  dealerId = await buildDealer(app.db)
})
afterAll(() => app.close())

async function tablesOf(work: () => Promise<unknown>): Promise<string[]> {
  const before = await snapshot(app.db)
  await work()
  const after = await snapshot(app.db)
  return Object.keys(after).filter((table) => after[table] !== before[table])
}
const rename = (name: string) =>
  app.db.updateTable('dealer').set({ name }).where('id', '=', dealerId).execute()

it('detects an insert', async () => {
  expect(await tablesOf(() => buildDealer(app.db))).toEqual(['dealer'])
})

it('detects an update, even to the same value', async () => {
  expect(await tablesOf(() => rename('西湖店'))).toEqual(['dealer'])
  expect(await tablesOf(() => rename('西湖店'))).toEqual(['dealer'])
})

it('detects a delete, and one row replaced by another', async () => {
  const others = [await buildDealer(app.db), await buildDealer(app.db)]
  const drop = (id = 0) => app.db.deleteFrom('dealer').where('id', '=', id).execute()
  expect(await tablesOf(() => drop(others[0]))).toEqual(['dealer'])
  const exchanged = await tablesOf(async () => {
    await drop(others[1])
    await buildDealer(app.db)
  })
  expect(exchanged).toEqual(['dealer'])
})

it('ignores reads, locks and rollbacks', async () => {
  await nothingWritten(app.db, async () => {
    await app.db.selectFrom('dealer').selectAll().forUpdate().execute()
    const undone = app.db.transaction().execute(async (trx) => {
      await trx.updateTable('dealer').set({ name: '别的' }).where('id', '=', dealerId).execute()
      throw new Error('taken back')
    })
    await expect(undone).rejects.toThrow('taken back')
  })
})

it.each([
  ['an update', () => rename('滨江店')],
  [
    'an update within a query',
    () =>
      sql`with renamed as (update dealer set name = '滨江店' where id = ${dealerId} returning id) select id from renamed`.execute(
        app.db,
      ),
  ],
  ['a command that is no query', () => sql`truncate lead cascade`.execute(app.db)],
])('fails a step that should write nothing by %s', async (_what, write) => {
  await buildLead(app, { dealerId })
  await nothingWritten(app.db, () => Promise.resolve())
  await expect(nothingWritten(app.db, async () => void (await write()))).rejects.toThrow('to deeply equal')
})
