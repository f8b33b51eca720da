import { rooms } from '@showroom/contract'
import { dictionaryKinds } from '@showroom/contract/base/base.schema'
import type { RegionNode } from '@showroom/contract/base/base.schema'
import { windowDays } from '@showroom/contract/customer/level.rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildDealer, buildMember } from '../team/team.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'

let app: TestApp
let by: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  by = await buildMember(app.db, app.now())
})
afterAll(() => app.close())

describe('base info', () => {
  it('returns every dictionary, filled and in order', async () => {
    const info = await app.post(rooms.base.baseInfo, by.token, {})
    for (const kind of dictionaryKinds) expect(info[kind]?.length, kind).toBeGreaterThan(0)
    expect(info.businessTypes?.map((one) => one.dataDisplay)).toEqual(['新购', '增购', '置换', '大客户'])
    expect(info.customerFromSources?.map((one) => one.dataValue)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 96, 98, 99, 104,
    ])
    expect(info.dealerMemberRoles?.find((one) => one.dataValue === 4)).toMatchObject({
      dataDisplay: '客户经理',
      remark: '客户管理,销售订单,签到',
    })
    expect(info.customerFollowLevels?.map((one) => [one.dataValue, Number(one.remark)])).toEqual(
      Object.entries(windowDays),
    )
  })

  it('reflects changes made by the network', async () => {
    await app.db
      .insertInto('dictionary')
      .values({ kind: 'contactTypes', value: '77', display: '信鸽', position: 99 })
      .execute()
    const info = await app.post(rooms.base.baseInfo, by.token, {})
    expect(info.contactTypes?.at(-1)).toMatchObject({ dataValue: 77, dataDisplay: '信鸽' })
  })
})

describe('vehicles', () => {
  it('are a tree of series, models and configurations of two brands', async () => {
    const { data = [] } = await app.post(rooms.base.vehicleJsonTree, by.token, {})
    expect(data.length).toBeGreaterThanOrEqual(12)
    expect(new Set(data.map((series) => series.brandName)).size).toBe(2)
    for (const series of data) {
      expect(series.children.length, series.label).toBeGreaterThan(0)
      for (const model of series.children) expect(model.children.length, model.label).toBeGreaterThan(0)
    }
    expect(data[0]).toMatchObject({
      value: 1201,
      label: '松涧',
      children: [{ value: 20_101, price: 99_800 }, {}, {}],
    })
    const { records = [] } = await app.post(rooms.base.seriesList, by.token, {})
    expect(records.map((one) => one.specId)).toEqual(data.map((one) => one.value))
  })

  it('have colours by model and by series', async () => {
    const spec = await app.post(rooms.base.getSpec, by.token, { id: 20_101 })
    expect(spec).toMatchObject({ id: 20_101, seriesId: 1201, seriesName: '松涧', specName: '1.5T 悦行版' })
    expect(spec.colors?.split(',').toSorted()).toEqual(['云母黑', '松雪白', '青岚灰', '霁蓝'].toSorted())
    expect(await app.post(rooms.base.getSpec, by.token, { id: 1201 })).toMatchObject({
      seriesId: 1201,
      specName: '松涧',
    })
    expect(await app.post(rooms.base.getSpec, by.token, { id: 1 })).toMatchObject({ status: '-1', code: 404 })
    const { data = [] } = await app.post(rooms.base.vehicleColor, by.token, { modelId: 20_101 })
    expect(new Set(data.map((one) => one.productCode)).size).toBe(data.length)
    expect((await app.post(rooms.base.vehicleColor, by.token, { modelId: 1 })).data).toEqual([])
  })

  it('of competitors are found by brand or series', async () => {
    const find = async (key: string) =>
      (await app.post(rooms.base.getCompetitionSeriesList, by.token, { key })).data ?? []
    const all = await find('')
    expect(all.length).toBeGreaterThan(20)
    expect((await find('凌屿')).every((one) => one.brandName === '凌屿')).toBe(true)
    expect((await find('e30')).map((one) => one.seriesName)).toEqual(['极屿E30'])
    expect(await find('没有')).toEqual([])
    for (const key of ['%', '..', '·']) expect(await find(key), key).toEqual([])
  })
})

describe('switched-off base data', () => {
  it('keeps its name, is marked as off, and is no longer offered', async () => {
    const mark = (table: 'series' | 'model' | 'configuration', id: number, isOff: boolean) =>
      app.db.updateTable(table).set({ is_off: isOff }).where('id', '=', id).execute()
    const series = async () => (await app.post(rooms.base.seriesList, by.token, {})).records ?? []
    const colors = async () =>
      (await app.post(rooms.base.vehicleColor, by.token, { modelId: 20_101 })).data ?? []
    const before = await colors()
    const { id: configurationId } = await app.db
      .selectFrom('configuration')
      .select('id')
      .where('model_id', '=', 20_101)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const rival = (await app.post(rooms.base.getCompetitionSeriesList, by.token, { key: '凌屿' })).data?.[0]
    try {
      await mark('series', 1201, true)
      await mark('model', 20_101, true)
      await mark('configuration', configurationId, true)
      await app.db
        .updateTable('dictionary')
        .set({ is_off: true })
        .where('kind', '=', 'budgets')
        .where('value', '=', '1')
        .execute()
      await app.db
        .updateTable('competitor_series')
        .set({ is_off: true })
        .where('id', '=', rival?.id ?? 0)
        .execute()
      expect((await series()).find((one) => one.specId === 1201)).toMatchObject({ name: '松涧', isOff: true })
      expect((await series()).filter((one) => one.isOff)).toHaveLength(1)
      const tree = (await app.post(rooms.base.vehicleJsonTree, by.token, {})).data?.[0]
      expect(tree).toMatchObject({
        value: 1201,
        isOff: true,
        children: [{ value: 20_101, isOff: true }, {}, {}],
      })
      expect(tree?.children[0]?.children[0]).toMatchObject({ value: configurationId, isOff: true })
      expect((await colors()).length).toBeLessThan(before.length)
      const info = await app.post(rooms.base.baseInfo, by.token, {})
      expect(info.budgets?.find((one) => one.dataValue === 1)).toMatchObject({ isOff: true })
      expect(info.budgets?.filter((one) => one.isOff)).toHaveLength(1)
      const rivals =
        (await app.post(rooms.base.getCompetitionSeriesList, by.token, { key: '凌屿' })).data ?? []
      expect(rivals.map((one) => one.id)).not.toContain(rival?.id)
    } finally {
      await mark('series', 1201, false)
      await mark('model', 20_101, false)
      await mark('configuration', configurationId, false)
      await app.db.updateTable('dictionary').set({ is_off: false }).where('is_off', '=', true).execute()
      await app.db
        .updateTable('competitor_series')
        .set({ is_off: false })
        .where('is_off', '=', true)
        .execute()
    }
  })
})

describe('regions', () => {
  const below = async (province = '', city = '') =>
    app.post(rooms.base.orderRegion, by.token, { province, city })

  it('go from provinces to districts', async () => {
    const provinces = (await below()).data ?? []
    expect(provinces.length).toBeGreaterThanOrEqual(31)
    expect(provinces.every((one) => !one.isLeaf)).toBe(true)
    const cities = (await below('浙江省')).data ?? []
    expect(cities.map((one) => one.name)).toContain('杭州市')
    expect(cities).toHaveLength(11)
    const districts = (await below('浙江省', '杭州市')).data ?? []
    expect(districts.find((one) => one.name === '西湖区')).toMatchObject({ isLeaf: true })
    expect((await below('江苏省', '杭州市')).data).toEqual([])
    const tree = (await app.post(rooms.base.regionTree, by.token, {})).data ?? []
    const named = (nodes: readonly RegionNode[], name: string) => nodes.find((one) => one.name === name)
    const names = (nodes: readonly { readonly name: string }[]) => nodes.map(({ name }) => ({ name }))
    expect(names(tree)).toEqual(names(provinces))
    const inProvince = named(tree, '浙江省')?.children ?? []
    expect(names(inProvince)).toEqual(names(cities))
    expect(named(inProvince, '杭州市')?.children).toEqual(names(districts))
    expect((await below('没有')).data).toEqual([])
  })

  it("include the dealer's own", async () => {
    expect(await below()).toMatchObject({ province: '浙江省', city: '杭州市', county: '西湖区' })
  })

  it('are those where a range of mobiles was issued', async () => {
    const regionOf = async (range: string) => {
      const { province, city } = await app.post(rooms.base.mobileRegion, by.token, { range })
      return [province, city]
    }
    expect(await regionOf('1380571')).toEqual(['浙江省', '杭州市'])
    expect(await regionOf('1380100')).toEqual(['北京市', '北京市'])
    // The data has the names of its time.
    const regions = ['贵州省', '铜仁市']
    expect(await regionOf('1359561')).toEqual(regions)
    expect(await regionOf('1990571')).toEqual(['', ''])
    const whole = await app.post(rooms.base.mobileRegion, by.token, { range: '13805710001' })
    expect(whole).toMatchObject({ status: '-1' })
  })

  it('list the other stores of a city', async () => {
    const city = '丽水市'
    const mine = await buildMember(app.db, app.now(), { dealerId: await buildDealer(app.db, { city }) })
    const other = await buildDealer(app.db, { city })
    const own = await app.post(rooms.base.cityDealers, mine.token, {})
    expect(own.data?.map((one) => one.dealerId)).toEqual([other])
    const answer = await app.post(rooms.base.cityDealers, by.token, { province: '浙江省', city })
    expect(answer.data?.map((one) => one.dealerId).toSorted((a, b) => a - b)).toEqual(
      [mine.dealerId, other].toSorted((a, b) => a - b),
    )
  })
})
