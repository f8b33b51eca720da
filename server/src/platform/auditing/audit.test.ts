import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { writeAudit } from './audit.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000)
const actions = async () =>
  (await app.db.selectFrom('audit').select('action').where('dealer_id', '=', 1).orderBy('id').execute()).map(
    ({ action }) => action,
  )

describe('the audit', () => {
  it.each([
    ['is not emptied', sql`truncate audit`],
    ['is not emptied with others', sql`truncate audit, captcha cascade`],
    ['is not changed', sql`update audit set action = 'other'`],
    ['is not thinned, not even of what may go', sql`delete from audit where at < now() - interval '1 year'`],
    ['is not thinned where nothing is found', sql`delete from audit where dealer_id = -1`],
  ])('%s', async (_name, statement) => {
    await expect(statement.execute(app.db)).rejects.toThrow('audit is append-only')
  })

  it('holds no clear number, whatever a caller passes', async () => {
    const detail = { new: '打给 199-1234-0001', by: 19_912_340_001, id: 3_000_000_001 }
    await writeAudit(app.db, { dealerId: 2, ip: '127.0.0.1', action: 'setting', at: daysAgo(1), detail })
    const rows = await app.db.selectFrom('audit').select('detail').where('dealer_id', '=', 2).execute()
    expect(rows.map((row) => row.detail)).toEqual([
      { new: '打给 199****0001', by: '199****0001', id: 3_000_000_001 },
    ])
  })

  it('loses only rows older than half a year, and only to a declared retention', async () => {
    const entry = { dealerId: 1, ip: '127.0.0.1' }
    await writeAudit(app.db, { ...entry, action: 'sign-in', at: daysAgo(200) })
    await writeAudit(app.db, { ...entry, action: 'sign-out', at: daysAgo(170) })
    const retain = (before: Date) =>
      app.db.transaction().execute(async (trx) => {
        await sql`set local showroom.audit_retention = 'on'`.execute(trx)
        await trx.deleteFrom('audit').where('at', '<', before).execute()
      })
    await expect(retain(daysAgo(1))).rejects.toThrow('audit is append-only')
    expect(await actions()).toEqual(['sign-in', 'sign-out'])
    await retain(daysAgo(180))
    expect(await actions()).toEqual(['sign-out'])
  })
})
