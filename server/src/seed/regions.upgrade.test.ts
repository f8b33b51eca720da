import { createRegionFinder } from '@showroom/contract/base/region.rules'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../test/database/database.ts'
import type { TestDatabase } from '../../test/database/database.ts'
import { migrate, readMigrations } from '../platform/db/migrate.ts'
import { regions } from './regions.ts'

/** Migration 0061 gives rows of earlier releases the full names of their regions. */

let database: TestDatabase
let client: pg.Client

const byCode = new Map(regions.map((region) => [region.code, region]))
const places = regions.map(({ code, name, level, parent_code }) => {
  const above = byCode.get(parent_code)
  const names = [name, above?.name ?? '', byCode.get(above?.parent_code ?? '')?.name ?? ''].slice(0, level)
  const [province = '', city = '', area = ''] = names.toReversed()
  return { code, province, city, area }
})
const find = createRegionFinder(places)

const short = (name: string): string =>
  name.length > 2 ? name.replace(/(?:特别行政区|[省市区县州盟])$/, '') : name
const written = [
  ...new Set(
    places.flatMap(({ province, city, area }) => [
      `${short(province)}/${short(area || city)}`,
      `/${short(area || city)}`,
      `${province}/${short(area || city)}`,
    ]),
  ),
].map((text) => text.split('/') as [string, string])

const leads: readonly (readonly [string, string, string, number])[] = [
  ['吉林', '长春', '吉林省/长春市/', 1],
  ['吉林市', '长春市', '吉林省/长春市/', 1],
  ['浙江', '杭州', '浙江省/杭州市/', 2],
  ['', '杭州', '浙江省/杭州市/', 2],
  ['浙江', '', '浙江省//', 3],
  ['北京', '', '北京市/北京市/', 1],
  ['新疆', '巴音郭楞', '新疆维吾尔自治区/巴音郭楞蒙古自治州/', 1],
  ['湖南', '湘西州', '湖南省/湘西土家族苗族自治州/', 1],
  ['湖北', '仙桃', '湖北省/省直辖县/仙桃市', 1],
  ['江苏', '昆山', '江苏省/苏州市/昆山市', 1],
  ['', '昆山市', '江苏省/苏州市/昆山市', 1],
  ['内蒙', '锡林郭勒', '内蒙古自治区/锡林郭勒盟/', 1],
  ['香港', '', '香港特别行政区//', 3],
  // Full names, several regions and none: they stay as they are.
  ['浙江省', '宁波市', '浙江省/宁波市/', 9],
  ['', '朝阳区', '/朝阳区/', 9],
  ['浙江', '长春', '浙江/长春/', 9],
  ['火星', '杭州', '火星/杭州/', 9],
  ['', '', '//', 9],
]

beforeAll(async () => {
  database = await createTestDatabase({ of: 'empty' })
  const files = await readMigrations()
  const before = Object.entries(files).filter(([name]) => name < '0061')
  await migrate(database.url, () => Promise.resolve(Object.fromEntries(before)))
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(
    'insert into region (code, parent_code, name, level) select * from unnest($1::text[], $2::text[], $3::text[], $4::smallint[])',
    [
      regions.map(({ code }) => code),
      regions.map(({ parent_code }) => parent_code),
      regions.map(({ name }) => name),
      regions.map(({ level }) => level),
    ],
  )
  await client.query(`
    insert into dealer_group (id, name) values (1, '集团');
    insert into dealer (id, group_id, code, name, province, city, area) values (1, 1, 'D1', '店', '浙江省', '杭州市', ''),
      (2, 1, 'D2', '店', '浙江省', '杭州市', '');
    insert into account (id, mobile, name, password_hash) values (1, '13800000001', '张三', 'x');
    insert into member (dealer_id, id, account_id, name, role) values (1, 7, 1, '张三', 4)`)
  const insert = (dealerId: number, rows: readonly (readonly [string, string])[]) =>
    client.query(
      `insert into lead (dealer_id, id, source_id, status, name, mobile, created_at, is_remote, province, city)
       select $1, id, 1, 1, '王', '13800000000', now(), 9, province, city
       from unnest($2::text[], $3::text[]) with ordinality as r (province, city, id)`,
      [dealerId, rows.map(([province]) => province), rows.map(([, city]) => city)],
    )
  await insert(
    1,
    leads.map(([province, city]) => [province, city]),
  )
  await insert(2, written)
  await client.query(`
    insert into deal (dealer_id, id, customer_id, owner_id, level, from_source, created_at, created_by, last_follow_at, is_remote, buy_province, buy_city, buy_area)
    values (1, 1, 70, 7, 'H', 1, now(), 7, now(), 1, '浙江', '杭州', '西湖区'), (1, 2, 71, 7, 'H', 1, now(), 7, now(), 1, '江苏', '昆山', '')`)
  await migrate(database.url)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const rows = async (dealerId: number) =>
  (
    await client.query<{ province: string; city: string; area: string; is_remote: number }>(
      'select province, city, area, is_remote from lead where dealer_id = $1 order by id',
      [dealerId],
    )
  ).rows

describe('regions of an earlier release', () => {
  it('get their full names, and show whether the lead is from another city', async () => {
    const now = (await rows(1)).map((row) => [`${row.province}/${row.city}/${row.area}`, row.is_remote])
    expect(now).toEqual(leads.map(([, , region, isRemote]) => [region, isRemote]))
  })

  it('are those that intake finds today, for every short name', async () => {
    const now = await rows(2)
    const changed = now.flatMap(({ province, city, area }, at) => {
      const [sentProvince = '', sentCity = ''] = written[at] ?? []
      return province === sentProvince && city === sentCity
        ? []
        : [{ sent: { province: sentProvince, city: sentCity }, now: { province, city, area } }]
    })
    expect(changed.length).toBeGreaterThan(5_000)
    const wrong = changed.filter(({ sent, now: { province, city, area } }) => {
      const region = find(sent)
      return (
        region.problem || `${region.province}/${region.city}/${region.area}` !== `${province}/${city}/${area}`
      )
    })
    expect(wrong).toEqual([])
  })

  it('of deals change likewise, and their district stays', async () => {
    const { rows: deals } = await client.query(
      'select buy_province, buy_city, buy_area, is_remote from deal order by id',
    )
    expect(deals).toEqual([
      { buy_province: '浙江省', buy_city: '杭州市', buy_area: '西湖区', is_remote: 2 },
      { buy_province: '江苏省', buy_city: '苏州市', buy_area: '昆山市', is_remote: 1 },
    ])
  })
})
