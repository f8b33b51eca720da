import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildMember } from '../../src/team/team.factory.ts'
import { createTestApp } from '../app.ts'
import type { TestApp } from '../app.ts'
import { plantRow } from '../cluster/plant.ts'
import { findStoredNumbers } from './stored.guard.ts'

describe('stored numbers', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  it('are reported in columns that are described neither as personal nor as typed, in any of their texts', async () => {
    const { dealerId, memberId } = await buildMember(app.db, app.now(), { role: 1 })
    const places: string[][] = []
    const plant = (detail: object, text: string, lead: string): Promise<unknown> =>
      app.db
        .transaction()
        .execute(async (trx) => {
          await plantRow(trx, 'audit', { dealer_id: dealerId, detail: JSON.stringify(detail) })
          await plantRow(trx, 'lead_event', { dealer_id: dealerId, follow_name: text })
          await plantRow(trx, 'lead', { dealer_id: dealerId, remark: lead, owner_id: memberId })
          places.push(await findStoredNumbers(trx))
          throw new Error('rolled back')
        })
        .catch(() => undefined)
    await plant({ mobile: '199****0001', id: '0f19912340-0001-4000' }, '某人', '打给19912340001')
    await plant({ mobile: '19912340001' }, '证件 11010119900307002X', '')
    expect(places).toEqual([
      [],
      expect.arrayContaining([
        expect.stringMatching(/^audit\.detail: .*19912340001/),
        'lead_event.follow_name: 证件 11010119900307002X',
      ]),
    ])
  })
})
