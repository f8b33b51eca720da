import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { recordStatements } from '../../test/database/statements.ts'
import { notify } from '../platform/db/notify.ts'
import { openLine } from '../platform/db/line.ts'
import type { Line } from '../platform/db/line.ts'
import { createLog } from '../platform/observe/log.ts'
import { createCatalogue } from './index.ts'

let app: TestApp
let line: Line
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(async () => {
  await line.stop()
  await app.close()
})

it('keeps base data in memory, reads it once, and reads it again after a change', async () => {
  line = openLine(app.databaseUrl, createLog('silent'))
  const source = createCatalogue(app.db, line)
  await vi.waitFor(() => expect(line.isUp()).toBe(true))
  const series = await app.db.selectFrom('series').select(['id', 'name']).executeTakeFirstOrThrow()
  const rival = await app.db.selectFrom('competitor_series').selectAll().executeTakeFirstOrThrow()

  const statements = await recordStatements(async () => {
    const [one, other] = await Promise.all([source.get(), source.get()])
    expect(one).toBe(other)
    expect(one.display('failReasons', 7)).toBe('竞品')
    expect(one.display('failReasons', '7')).toBe('竞品')
    expect(one.display('failReasons', 8_888)).toBe('')
    expect(one.display('nothing', 1)).toBe('')
    expect(one.seriesName(series.id)).toBe(series.name)
    expect(one.seriesName(0)).toBeUndefined()
    expect(one.competitorName(rival.id)).toContain(rival.series_name)
    expect(one.competitorName(-1)).toBeUndefined()
    const place = { province: '浙江省', city: '杭州市', area: '西湖区' }
    expect(one.hasRegion(place)).toBe(true)
    expect(one.hasRegion({ ...place, area: '' })).toBe(true)
    expect(one.hasRegion({ ...place, area: '浦东新区' })).toBe(false)
    expect(one.hasRegion({ ...place, city: '苏州市' })).toBe(false)
    expect(one.hasRegion({ province: '浙江省', city: '', area: '' })).toBe(false)
    // A name with a line break must not match another level.
    expect(one.hasRegion({ province: '浙江省', city: '杭州市\n西湖区', area: '' })).toBe(false)
    expect(one.regionCode('杭州市', '西湖区')).toBe(330_106)
    expect(one.regionCode('杭州市', '')).toBe(330_100)
    expect([one.regionCode('', ''), one.regionCode('杭州市', '浦东新区')]).toEqual([0, 0])
    expect([330_000, 330_100, 330_106, 330_999].map(one.regionName)).toEqual([
      '浙江省',
      '杭州市',
      '杭州市 西湖区',
      '',
    ])
    expect(await source.get()).toBe(one)
  })
  expect(statements).toHaveLength(1)

  await app.db.updateTable('series').set({ name: '新名字' }).where('id', '=', series.id).execute()
  await notify(app.db, 'base_changed', ['series'])
  await vi.waitFor(async () => expect((await source.get()).seriesName(series.id)).toBe('新名字'))
  await sql`update dictionary set display = '竞争对手' where kind = 'failReasons' and value = '7'`.execute(
    app.db,
  )
  await notify(app.db, 'base_changed', ['dictionary'])
  await vi.waitFor(async () => expect((await source.get()).display('failReasons', 7)).toBe('竞争对手'))
})
