import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database/database.ts'
import type { TestDatabase } from '../../../test/database/database.ts'
import { keepContent } from '../../../test/restore/restore.ts'
import { seedBase } from '../base.ts'
import { applyCatalogue } from './apply.ts'
import { readBook, writeTemplate } from './book.ts'
import { catalogueSheets } from './catalogue.sheets.ts'

let database: TestDatabase
let client: pg.Client
let folder: string
let count = 0

let restore: () => Promise<void>
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'showroom-catalogue-'))
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  restore = await keepContent(client)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await client.end()
  await database.drop()
})
beforeEach(() => restore())

const apply = (content: object, dryRun = false) => {
  const file = path.join(folder, `${(count += 1)}.json`)
  writeFileSync(file, JSON.stringify(content))
  return applyCatalogue(database.url, file, { dryRun })
}
const query = async (text: string) => (await client.query(text)).rows
const snapshot = () =>
  query(`select (select json_agg(b order by id) from brand b) as b, (select json_agg(s order by id) from series s) as s,
                (select json_agg(m order by id) from model m) as m, (select json_agg(c order by id) from configuration c) as c,
                (select json_agg(k order by id) from sku k) as k, (select json_agg(v order by id) from competitor_series v) as v,
                (select json_agg(d order by kind, value) from dictionary d) as d`)
const changes = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(counts).filter(([, total]) => total > 0))

const range = {
  品牌: [{ 品牌编号: 77, 品牌名称: '岚山' }],
  车系: [{ 车系编码: 'LS-1', 车系名称: '岚山一号', 品牌编号: 77, 排序: 3 }],
  车型: [{ 车型编码: 'LS-1A', 车型名称: '长续航版', 车系编码: 'LS-1', 指导价: '199800.5' }],
  配置: [{ 配置编码: 'LS-1A-1', 配置名称: '标准版', 车型编码: 'LS-1A' }],
  商品: [
    { 商品编码: 'LS1A1A', 配置编码: 'LS-1A-1', 外观颜色: '白', 内饰颜色: '黑', 商品编号: 900001 },
    { 商品编码: 'LS1A1B', 配置编码: 'LS-1A-1', 外观颜色: '灰', 内饰颜色: '黑', 商品编号: 900002 },
  ],
  竞品车系: [{ 编号: 9001, 品牌: '别家', 车系: '别家一号' }],
  字典: [{ 字典: 'failReasons', 代码: 50, 显示: '资金' }],
}
const allNew = {
  '品牌 new': 1,
  '车系 new': 1,
  '车型 new': 1,
  '配置 new': 1,
  '商品 new': 2,
  '竞品车系 new': 1,
  '字典 new': 1,
}

describe('a valid file', () => {
  it("adds a series from its brand to its colours once, and the package's own rows continue beside it", async () => {
    const { problems, counts } = await apply(range)
    expect(problems).toEqual([])
    expect(changes(counts)).toEqual(allNew)
    expect(
      await query(`select b.name as brand, s.name as series, s.position, m.guide_price_fen::int as fen, c.name as pack, k.color, k.product_id
                   from sku k join configuration c on c.id = k.configuration_id join model m on m.id = c.model_id
                   join series s on s.id = m.series_id join brand b on b.id = s.brand_id where b.id = 77 order by k.product_code`),
    ).toEqual([
      {
        brand: '岚山',
        series: '岚山一号',
        position: 3,
        fen: 19980050,
        pack: '标准版',
        color: '白',
        product_id: 900001,
      },
      {
        brand: '岚山',
        series: '岚山一号',
        position: 3,
        fen: 19980050,
        pack: '标准版',
        color: '灰',
        product_id: 900002,
      },
    ])
    const before = await snapshot()
    expect(changes((await apply(range)).counts)).toEqual({})
    await seedBase(database.url)
    expect(await snapshot()).toEqual(before)
  })

  it('writes nothing in a dry run', async () => {
    const before = await snapshot()
    expect(changes((await apply(range, true)).counts)).toEqual(allNew)
    expect(await snapshot()).toEqual(before)
  })

  it('renames existing rows and leaves what its empty cells leave', async () => {
    const { counts } = await apply({
      车系: [{ 车系编码: 'LY-SJ', 车系名称: '松涧新', 品牌编号: 11 }],
      字典: [{ 字典: 'dealerMemberRoles', 代码: 8, 显示: '试驾员' }],
    })
    expect(changes(counts)).toEqual({ '车系 changed': 1, '字典 changed': 1 })
    expect(await query(`select id, name, position from series where code = 'LY-SJ'`)).toEqual([
      { id: 1201, name: '松涧新', position: 1 },
    ])
    expect(
      await query(`select display, remark from dictionary where kind = 'dealerMemberRoles' and value = '8'`),
    ).toEqual([{ display: '试驾员', remark: '客户管理,签到' }])
  })

  it('switches off what is no longer offered, and on again', async () => {
    const stopped = {
      车系: [{ 车系编码: 'LY-SJ', 车系名称: '松涧', 品牌编号: 11, 状态: '停用' }],
      字典: [{ 字典: 'failReasons', 代码: 2, 显示: '价格', 状态: '停用' }],
    }
    expect(changes((await apply(stopped)).counts)).toEqual({ '车系 changed': 1, '字典 changed': 1 })
    expect(changes((await apply(stopped)).counts)).toEqual({})
    const isOff = () =>
      query(`select (select is_off from series where code = 'LY-SJ') as series,
                    (select is_off from dictionary where kind = 'failReasons' and value = '2') as reason`)
    expect(await isOff()).toEqual([{ series: true, reason: true }])
    // An empty cell leaves it off, and so does the package's seed at the next start.
    await apply({ 车系: [{ 车系编码: 'LY-SJ', 车系名称: '松涧新', 品牌编号: 11 }] })
    await seedBase(database.url)
    expect(await isOff()).toEqual([{ series: true, reason: true }])
    await apply({ 车系: [{ 车系编码: 'LY-SJ', 车系名称: '松涧', 品牌编号: 11, 状态: '启用' }] })
    expect(await isOff()).toEqual([{ series: false, reason: true }])
  })
})

describe('an invalid file', () => {
  const model = { 车型编码: 'X1', 车型名称: '版', 车系编码: 'LY-SJ', 指导价: 100 }
  it.each([
    [
      'an unknown brand',
      { 车系: [{ 车系编码: 'X', 车系名称: 'X', 品牌编号: 99 }] },
      ['车系', 2, '品牌编号', '品牌不存在'],
    ],
    [
      'another brand',
      { 车系: [{ 车系编码: 'LY-SJ', 车系名称: '松涧', 品牌编号: 12 }] },
      ['车系', 2, '品牌编号', '已属于11，不可更改'],
    ],
    ['a code twice', { 车型: [model, model] }, ['车型', 3, '车型编码', '与第2行重复']],
    [
      'a price with letters',
      { 车型: [{ ...model, 指导价: '12万' }] },
      ['车型', 2, '指导价', '请填写金额，最多两位小数'],
    ],
    [
      'a code with signs',
      { 车型: [{ ...model, 车型编码: 'X 1' }] },
      ['车型', 2, '车型编码', '只能是字母、数字、-、_、.，不超过40个'],
    ],
    [
      'a position that is none',
      { 车型: [{ ...model, 排序: 'a' }] },
      ['车型', 2, '排序', '请填写不超过8位的整数'],
    ],
    ['a state that is none', { 车型: [{ ...model, 状态: '关' }] }, ['车型', 2, '状态', '请填写启用或停用']],
    ['an empty name', { 车型: [{ ...model, 车型名称: '' }] }, ['车型', 2, '车型名称', '请填写车型名称']],
    [
      'an unknown dictionary',
      { 字典: [{ 字典: 'none', 代码: 1, 显示: 'x' }] },
      ['字典', 2, '字典', '没有此字典'],
    ],
    [
      'a role with an unknown module',
      { 字典: [{ 字典: 'dealerMemberRoles', 代码: 4, 显示: '客户经理', 备注: '飞行' }] },
      ['字典', 2, '备注', '没有此权限：飞行'],
    ],
  ] as const)(
    '%s is reported by sheet, row and column, and nothing is written',
    async (_, content, problem) => {
      const before = await snapshot()
      const { problems } = await apply({ ...content, 竞品车系: range.竞品车系 })
      expect(problems.map(({ sheet, row, column, text }) => [sheet, row, column, text])).toEqual([problem])
      expect(await snapshot()).toEqual(before)
    },
  )
})

it('the template has every column and reads as empty', async () => {
  const file = path.join(folder, 'template.xlsx')
  await writeTemplate(file, catalogueSheets)
  expect((await readBook(file, catalogueSheets)).problems).toEqual([])
})
