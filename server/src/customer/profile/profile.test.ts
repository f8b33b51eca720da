import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildMember } from '../../team/team.factory.ts'
import { buildCustomer, phoneFollow } from '../customer.factory.ts'
import { stageOrder } from '../../order/order.factory.ts'

const { get, follow, list } = rooms.customer

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('the file', () => {
  it('is for members who see the customer', async () => {
    const by = await buildMember(app.db, app.now())
    const { customerId } = await buildCustomer(app, by)
    const colleague = await buildMember(app.db, app.now(), { dealerId: by.dealerId })
    const admin = await buildMember(app.db, app.now(), { dealerId: by.dealerId, role: 6 })
    const foreign = await buildMember(app.db, app.now(), { role: 1 })
    expect(await app.post(get, by.token, { customerId })).toMatchObject({
      status: '0',
      onlyView: false,
      allowAssign: false,
    })
    expect(await app.post(get, admin.token, { customerId })).toMatchObject({ status: '0', allowAssign: true })
    for (const { token } of [colleague, foreign])
      expect(await app.post(get, token, { customerId })).toMatchObject({ code: 404 })
  })

  it('is read-only for group supervisors', async () => {
    const by = await buildMember(app.db, app.now(), { role: 16, modules: ['客户管理'] })
    const { customerId } = await buildCustomer(app, by)
    expect(await app.post(get, by.token, { customerId })).toMatchObject({ onlyView: true })
  })

  it('of a merged customer is not found', async () => {
    const by = await buildMember(app.db, app.now())
    const { customerId } = await buildCustomer(app, by)
    await app.db.updateTable('customer').set({ merged_into_id: 1 }).where('id', '=', customerId).execute()
    expect(await app.post(get, by.token, { customerId })).toMatchObject({ code: 404 })
  })

  it('masks every number, including those typed into texts', async () => {
    const by = await buildMember(app.db, app.now())
    const customer = await buildCustomer(app, by, {
      mobile: '13911115678',
      weixin: '13911115678',
      secondardPhone: '13922225678',
      remark: '夫人 13933335678，证件 11010119900307002X，也写作 139 4444 5678 或 139-5555-5678',
      addition: { idNo: '11010119900307002X', address: '文三路 18 号 13966665678' },
    })
    await app.post(
      follow,
      by.token,
      phoneFollow(app, customer, { remark: '新号 +8613977775678，证件 110101199003070628。' }),
    )
    const file = await app.post(get, by.token, { customerId: customer.customerId })
    expect(file.customer).toMatchObject({
      mobile: '139****5678',
      weixin: '139****5678',
      secondardPhone: '139****5678',
      remark: '夫人 139****5678，证件 110***********002X，也写作 139****5678 或 139****5678',
    })
    expect(file.additional).toMatchObject({ idNo: '110***********002X', address: '****' })
    expect(file.timelines?.[0]?.content).toContain('备注：新号 +86139****5678，证件 110***********0628')
    expect(file.timelines?.[1]?.content).toContain('夫人 139****5678，证件 110***********002X')
    for (const clear of [
      '13911115678',
      '13922225678',
      '13933335678',
      '4444',
      '5555',
      '13966665678',
      '13977775678',
      '19900307',
    ])
      expect(file.text).not.toContain(clear)
  })

  it('leaves other long numbers readable', async () => {
    const by = await buildMember(app.db, app.now())
    const { customerId } = await buildCustomer(app, by, {
      remark: '合同 202611180001，预算 150000，尾号 5678',
    })
    expect((await app.post(get, by.token, { customerId })).customer?.remark).toBe(
      '合同 202611180001，预算 150000，尾号 5678',
    )
  })

  it('lists series in the given order, the main one first', async () => {
    const by = await buildMember(app.db, app.now())
    const series = { specIds: '1203,1201,1202', competitionSerieses: '5003,5001' }
    const { customerId } = await buildCustomer(app, by, series)
    const { info } = await app.post(get, by.token, { customerId })
    expect(info?.intendSerieses.map(({ specId }) => specId)).toEqual([1203, 1201, 1202])
    expect(info?.competitionSeries.map(({ specId }) => specId)).toEqual([5003, 5001])
    const { data } = await app.post(list, by.token, {})
    expect(data?.[0]?.specName).toBe(info?.intendSerieses.map(({ name }) => name).join('、'))
  })

  it('lists the newest timeline rows first', async () => {
    const by = await buildMember(app.db, app.now())
    const customer = await buildCustomer(app, by)
    let { activityId } = customer
    for (const remark of ['一', '二', '三']) {
      app.advance(60)
      await app.post(follow, by.token, phoneFollow(app, { ...customer, activityId }, { remark }))
      activityId =
        (await app.post(get, by.token, { customerId: customer.customerId })).pendingActivity?.id ?? 0
    }
    const { timelines = [], rowVersion } = await app.post(get, by.token, { customerId: customer.customerId })
    expect(timelines.map((row) => row.subject)).toEqual(['沟通', '沟通', '沟通', '建档'])
    expect(timelines.map((row) => row.content.match(/备注：(.)/)?.[1])).toEqual(['三', '二', '一', undefined])
    expect(rowVersion).toBe(4)
  })

  it('marks the next follow-up as overdue from the day after', async () => {
    const by = await buildMember(app.db, app.now())
    const noon = app.now()
    const nextDate = Date.parse('2026-11-19T00:00:00+08:00') / 1000
    const { customerId } = await buildCustomer(app, by, { nextDate })
    const isDelay = async (at: string) => {
      app.setNow(new Date(`${at}+08:00`))
      await app.db.updateTable('session').set({ last_seen_at: app.now() }).execute()
      return (await app.post(get, by.token, { customerId })).pendingActivity?.isDelay
    }
    expect(await isDelay('2026-11-18T23:00:00')).toBe(false)
    expect(await isDelay('2026-11-19T23:59:59')).toBe(false)
    expect(await isDelay('2026-11-20T00:00:00')).toBe(true)
    app.setNow(noon)
  })

  it('shows the latest order, the number of orders and of open ones', async () => {
    const by = await buildMember(app.db, app.now())
    const { customerId, dealId } = await buildCustomer(app, by)
    const order = (order_no: string, status: number, created_at: Date) => ({
      dealer_id: by.dealerId,
      order_no,
      customer_id: customerId,
      deal_id: dealId,
      owner_id: by.memberId,
      status,
      business_type: 1,
      payment_amount_fen: 500_050,
      created_at,
      created_by: by.memberId,
    })
    const earlier = new Date(app.now().getTime() - 86_400_000)
    for (const one of [order('A1', 8, earlier), order('A2', 2, app.now())]) await stageOrder(app, one)
    expect(await app.post(get, by.token, { customerId })).toMatchObject({
      order: { orderNo: 'A2', orderStatus: 2, paymentAmount: 5000.5 },
      orderTotal: 2,
      openOrders: 1,
    })
  })

  it('has an append-only timeline', async () => {
    const by = await buildMember(app.db, app.now())
    const { customerId } = await buildCustomer(app, by)
    const rewrite = app.db
      .updateTable('timeline')
      .set({ content: '别的' })
      .where('customer_id', '=', customerId)
      .execute()
    await expect(rewrite).rejects.toThrow('timeline rows are never rewritten')
    const remove = app.db.deleteFrom('timeline').where('customer_id', '=', customerId).execute()
    await expect(remove).rejects.toThrow('timeline rows are never removed')
  })
})
