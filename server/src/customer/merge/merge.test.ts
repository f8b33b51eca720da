import { rooms } from '@showroom/contract'
import type { Call } from '@showroom/contract/kernel/call'
import { addDays } from '@showroom/contract/kernel/day'
import type { Updateable } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actionsOn } from '../../../test/actions.ts'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import type { DB } from '../../platform/db/tables.ts'
import { buildDealer, buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { buildCustomer, newCustomer } from '../customer.factory.ts'
import type { BuiltCustomer } from '../customer.factory.ts'
import { stageLine } from '../../order/order.factory.ts'

const { checkExist, merge, get, list, remark } = rooms.customer

let app: TestApp
let by: BuiltMember
let colleague: BuiltMember
let manager: BuiltMember
const groupId = 77
beforeAll(async () => {
  app = await createTestApp()
  await app.db.insertInto('dealer_group').values({ id: groupId, name: '测试集团' }).execute()
  const dealerId = await buildDealer(app.db, { groupId })
  by = await buildMember(app.db, app.now(), { dealerId, name: '许安' })
  colleague = await buildMember(app.db, app.now(), { dealerId, name: '沈知行', isActive: true })
  manager = await buildMember(app.db, app.now(), { dealerId, role: 3, name: '总监' })
})
afterAll(() => app.close())

const { done, lastTimeline, open, order, textsOf, stateOf, setDeal, audits, seconds } = actionsOn(() => ({
  app,
  by,
}))
const post = (master: BuiltCustomer, slave: BuiltCustomer, token = by.token) =>
  app.post(merge, token, { masterCustomerId: master.customerId, slaveCustomerId: slave.customerId })
const fileOf = ({ customerId }: BuiltCustomer) =>
  app.db.selectFrom('customer').selectAll().where('id', '=', customerId).executeTakeFirstOrThrow()
const heldByGroup = async (mobile: string): Promise<boolean> =>
  (await app.db.selectFrom('group_mobile').select('mobile').where('mobile', '=', mobile).execute()).length > 0

describe('the file that has a number', () => {
  it('is none for an unknown number', async () => {
    expect(await app.post(checkExist, by.token, { phone: '13811110000' })).toMatchObject({
      status: '0',
      isExisted: false,
      isMerged: false,
      customer: null,
      self: null,
      weixinClueExisted: false,
    })
  })

  it('is none for a number in the WeCom pool, which is reported until a file claims it', async () => {
    const mobile = '13811110009'
    const foreign = await buildMember(app.db, app.now(), { role: 1 })
    const contact = { dealer_id: by.dealerId, mobile, added_at: app.now() }
    await app.db.insertInto('wecom_contact').values(contact).execute()
    const waits = async (token = by.token, customerId = 0) =>
      (await app.post(checkExist, token, { phone: mobile, customerId })).weixinClueExisted
    expect(await waits()).toBe(true)
    expect(await waits(foreign.token)).toBe(false)
    const { customerId } = await buildCustomer(app, by, { mobile })
    expect(await waits()).toBe(false)
    expect(await waits(by.token, customerId)).toBe(false)
  })

  it('is another customer, returned with everything a merge would move', async () => {
    const self = await buildCustomer(app, by, { name: '王一' })
    const other = await buildCustomer(app, by, { name: '王二', mobile: '13811110001' })
    await order(other, 8)
    await done(remark, other, { remark: '留意' })
    const answer = await app.post(checkExist, by.token, {
      phone: '+86 138 1111 0001',
      customerId: self.customerId,
    })
    expect(answer).toMatchObject({
      isExisted: true,
      isMerged: false,
      customer: {
        id: other.customerId,
        name: '王二',
        phone: '138****0001',
        ownerName: '许安',
        level: 'H',
        createdAt: seconds(),
        updatedAt: 0,
        timelineTotal: 2,
        dealTotal: 1,
        orderTotal: 1,
        leadTotal: 0,
      },
      self: { id: self.customerId, name: '王一', timelineTotal: 1 },
    })
  })

  it('is never the customer itself', async () => {
    const self = await buildCustomer(app, by, { mobile: '13811110002' })
    const answer = await app.post(checkExist, by.token, { phone: '13811110002', customerId: self.customerId })
    expect(answer).toMatchObject({ isExisted: false })
  })

  it('is refused if it belongs to a colleague', async () => {
    await buildCustomer(app, colleague, { mobile: '13811110003' })
    expect(await app.post(checkExist, by.token, { phone: '13811110003' })).toMatchObject({
      code: 2005,
      detail: '该手机号的客户由其他客户经理负责，您无权合并，客户经理：沈知行',
    })
  })

  it("is looked up in the member's own store only", async () => {
    const foreign = await buildMember(app.db, app.now(), { role: 1 })
    const theirs = await buildCustomer(app, foreign, { mobile: '13811110004' })
    expect(await app.post(checkExist, by.token, { phone: '13811110004' })).toMatchObject({ isExisted: false })
    const request = { phone: '13811110005', customerId: theirs.customerId }
    expect(await app.post(checkExist, by.token, request)).toMatchObject({ code: 404 })
  })

  it('needs a number', async () => {
    expect(textsOf(await app.post(checkExist, by.token, { phone: '' }))).toEqual({ phone: '请输入手机号' })
    expect(textsOf(await app.post(checkExist, by.token, { phone: '12' }))).toEqual({
      phone: '请输入正确的手机号',
    })
  })
})

describe('a merge', () => {
  it.each(['F', 'suspended'])(
    'of an ordered customer into one who is %s continues with the order',
    async (state) => {
      const master = await buildCustomer(app, by)
      const slave = await buildCustomer(app, by)
      const orderId = await order(slave, 3)
      await setDeal(slave, { level: 'O', level_before: 'H' })
      await setDeal(master, state === 'F' ? { level: 'F' } : { suspended_at: app.now() })
      expect(await post(master, slave)).toMatchObject({ status: '0' })
      const { info, isSuspend } = await app.post(get, by.token, { customerId: master.customerId })
      expect({ info, isSuspend }).toMatchObject({
        info: { level: 'O', dealId: slave.dealId },
        isSuspend: false,
      })
      const { deal_id } = await app.db
        .selectFrom('vehicle_order')
        .select('deal_id')
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow()
      expect(deal_id).toBe(slave.dealId)
    },
  )

  it("moves the slave's live orders to the master's deal, which becomes ordered", async () => {
    const master = await buildCustomer(app, by, { level: 'H' })
    const slave = await buildCustomer(app, by, { level: 'A' })
    const [orderId, cancelled] = [await order(slave, 3), await order(slave, 8)]
    await setDeal(slave, { level: 'O', level_before: 'A', ordered_at: app.now(), pay_type: 2 })
    expect(await post(master, slave)).toMatchObject({ status: '0' })
    const orders = await app.db
      .selectFrom('vehicle_order')
      .select(['id', 'deal_id'])
      .where('customer_id', '=', master.customerId)
      .orderBy('id')
      .execute()
    expect(orders).toEqual([
      { id: orderId, deal_id: master.dealId },
      { id: cancelled, deal_id: slave.dealId },
    ])
    const deal = await app.db
      .selectFrom('deal')
      .selectAll()
      .where('id', '=', master.dealId)
      .executeTakeFirstOrThrow()
    expect(deal).toMatchObject({ level: 'O', level_before: 'H', ordered_at: app.now(), pay_type: 2 })
    expect((await app.post(get, by.token, { customerId: master.customerId })).timelines?.[0]?.level).toBe('O')
  })

  it('lists an order that goes on in the master under the source of the master', async () => {
    const head = await buildMember(app.db, app.now(), { dealerId: by.dealerId, role: 1 })
    const master = await buildCustomer(app, by, { fromSource: 2 })
    const slave = await buildCustomer(app, by, { fromSource: 3 })
    const [waiting, cancelled] = [await order(slave, 2), await order(slave, 8)]
    const waitingFrom = async (fromSources: string) =>
      (await app.post(rooms.order.verifyList, head.token, { fromSources, saleIds: String(by.memberId) })).data
        ?.map(({ id }) => id)
        .filter((id) => id === waiting)
    expect([await waitingFrom('2'), await waitingFrom('3')]).toEqual([[], [waiting]])
    await post(master, slave)
    expect([await waitingFrom('2'), await waitingFrom('3')]).toEqual([[waiting], []])
    // The cancelled one stays in the slave's deal.
    const rows = await app.db
      .selectFrom('vehicle_order')
      .select('from_source')
      .where('id', '=', cancelled)
      .execute()
    expect(rows).toEqual([{ from_source: 3 }])
  })

  it('moves everything to the master and removes the slave from the lists', async () => {
    const master = await buildCustomer(app, by, { name: '赵甲', mobile: '13822220001', tags: '首购 老客户' })
    const slave = await buildCustomer(app, by, {
      name: '赵乙',
      mobile: '13822220002',
      tags: '老客户 转介绍',
      weixin: 'zhao-yi',
      addition: { idNo: '11010119900307002X', birthday: '1990-03-07' },
    })
    await done(remark, slave, { remark: '备注在赵乙' })
    const orderId = await order(slave, 14)
    const { id: leadId } = await app.db
      .insertInto('lead')
      .values({
        dealer_id: by.dealerId,
        source_id: 1,
        status: 2,
        name: '赵乙',
        mobile: '13822220002',
        customer_id: slave.customerId,
        deal_id: slave.dealId,
        created_at: app.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await heldByGroup('13822220002')).toBe(true)

    expect(await post(master, slave)).toMatchObject({ status: '0' })

    const ofMaster = async (table: 'timeline' | 'activity' | 'deal' | 'vehicle_order' | 'lead') =>
      app.db.selectFrom(table).select('id').where('customer_id', '=', master.customerId).execute()
    expect(await ofMaster('timeline')).toHaveLength(4)
    expect(await ofMaster('activity')).toHaveLength(2)
    expect(await ofMaster('vehicle_order')).toEqual([{ id: orderId }])
    expect(await ofMaster('lead')).toEqual([{ id: leadId }])
    expect(await open(master)).toMatchObject([{ id: master.activityId }])
    const deals = await app.db
      .selectFrom('deal')
      .selectAll()
      .where('customer_id', '=', master.customerId)
      .orderBy('id')
      .execute()
    expect(deals).toMatchObject([
      { id: master.dealId, is_current: true },
      { id: slave.dealId, is_current: false, next_follow_at: null },
    ])
    expect(await fileOf(master)).toMatchObject({
      name: '赵甲',
      mobile: '13822220001',
      second_phone: '13822220002',
      weixin: 'zhao-yi',
      identify_no: '11010119900307002X',
      birthday: '1990-03-07',
      tags: '首购 老客户 转介绍',
      row_version: 2,
    })
    expect(await fileOf(slave)).toMatchObject({ merged_into_id: master.customerId })
    expect(await heldByGroup('13822220002')).toBe(false)
    expect(await heldByGroup('13822220001')).toBe(true)
    expect(await lastTimeline(master)).toMatchObject({
      type: 36,
      level: 'H',
      subject: '合并客户',
      content: '合并客户：赵乙 138****0002；原客户经理：许安；原级别：H；并入备用号码：138****0002',
    })
    expect(await audits('merge', master)).toMatchObject([
      { member_id: by.memberId, detail: { slaveCustomerId: slave.customerId, slaveDealId: slave.dealId } },
    ])
    expect(await app.post(get, by.token, { customerId: slave.customerId })).toMatchObject({
      status: '0',
      customer: { id: master.customerId, name: '赵甲', formerNames: ['赵乙'] },
    })
    const { data } = await app.post(list, by.token, { key: '赵' })
    expect(data?.map((row) => row.customerId)).toEqual([master.customerId])
    const { timelines = [] } = await app.post(get, by.token, { customerId: master.customerId })
    expect(timelines.map((row) => row.subject).toSorted()).toEqual(
      ['合并客户', '建档', '建档', '批注'].toSorted(),
    )
  })

  it('fills empty fields of the master and keeps the others', async () => {
    const home = { province: '浙江省', city: '杭州市', area: '西湖区' }
    const [yiwu, street] = [{ ...home, city: '金华市', area: '义乌市' }, '文三路18号']
    const merged = async (of: Updateable<DB['customer']>, from: Updateable<DB['customer']>) => {
      const [master, slave] = [await buildCustomer(app, by), await buildCustomer(app, by)]
      for (const [{ customerId }, values] of [
        [master, of],
        [slave, from],
      ] as const)
        await app.db
          .updateTable('customer')
          .set({ gender: 0, ...values })
          .where('id', '=', customerId)
          .execute()
      await post(master, slave)
      return fileOf(master)
    }
    const firm = { type: 2, company_name: '云栖物流' }
    expect(await merged({ type: 2 }, { ...firm, gender: 1 })).toMatchObject({ ...firm, gender: 1 })
    expect(await merged({ gender: 2 }, { ...firm, gender: 1 })).toMatchObject({
      type: 1,
      company_name: '',
      gender: 2,
    })
    expect(await merged({}, { ...home, address: street })).toMatchObject({ ...home, address: street })
    expect(await merged(home, { ...home, address: street })).toMatchObject({ ...home, address: street })
    expect(await merged(yiwu, { ...home, address: street })).toMatchObject({ ...yiwu, address: '' })
    expect(await merged({ address: street }, yiwu)).toMatchObject({ province: '', city: '', address: street })
  })

  it('keeps the mobile of the slave on file', async () => {
    const master = await buildCustomer(app, by)
    const slave = await buildCustomer(app, by, { mobile: '13822220003' })
    await post(master, slave)
    expect(await app.post(checkExist, by.token, { phone: '13822220003' })).toMatchObject({
      isExisted: true,
      isMerged: true,
      customer: null,
    })
    const again = await app.post(rooms.customer.add, by.token, newCustomer(app, { mobile: '13822220003' }))
    expect(again).toMatchObject({
      code: 2001,
      errors: [{ path: 'mobile', text: '该手机号客户已存在，客户经理：许安' }],
    })
  })

  it('keeps the numbers moved to the second phone on file, in any notation', async () => {
    const master = await buildCustomer(app, by)
    const slave = await buildCustomer(app, by, { secondardPhone: '138-2222 0005' })
    await post(master, slave)
    const refused = async (call: Call, body: object) => {
      const answer = await app.post(call, by.token, body)
      expect(answer, answer.text).toMatchObject({ code: 2001, detail: expect.stringContaining('许安') })
    }
    await refused(rooms.customer.add, newCustomer(app, { mobile: '13822220005' }))
    const other = await buildCustomer(app, by)
    const { editable, rowVersion } = await app.post(get, by.token, { customerId: other.customerId })
    const form = { ...editable, mobile: '13822220005', customerId: other.customerId, rowVersion }
    await refused(rooms.customer.edit, { ...form, original: editable })
    await setDeal(other, { level: 'D' })
    await refused(
      rooms.customer.add,
      newCustomer(app, { mobile: '13822220005', newType: 2, oldCustomerId: other.customerId }),
    )
  })

  it('lets the master take over the mobile', async () => {
    const master = await buildCustomer(app, by)
    const slave = await buildCustomer(app, by, { mobile: '13822220006' })
    await post(master, slave)
    const { editable, rowVersion } = await app.post(get, by.token, { customerId: master.customerId })
    const form = { ...editable, mobile: '13822220006', customerId: master.customerId, rowVersion }
    expect(await app.post(rooms.customer.edit, by.token, { ...form, original: editable })).toMatchObject({
      status: '0',
    })
    expect(
      await app.post(checkExist, by.token, { phone: '13822220006', customerId: master.customerId }),
    ).toMatchObject({ isExisted: false })
  })

  it('leaves no gap for a concurrent new customer with the mobile', async () => {
    for (let round = 0; round < 6; round += 1) {
      const mobile = `1382223000${round}`
      const master = await buildCustomer(app, by)
      const slave = await buildCustomer(app, by, { mobile })
      const add = () => app.post(rooms.customer.add, by.token, newCustomer(app, { mobile }))
      const [merged, ...added] = await Promise.all([post(master, slave), add(), add(), add()])
      expect(merged).toMatchObject({ status: '0' })
      expect(added.map(({ code }) => code)).toEqual([2001, 2001, 2001])
    }
  })

  it('gives the mobile to a master without one', async () => {
    const master = await buildCustomer(app, by)
    await app.db.updateTable('customer').set({ mobile: '' }).where('id', '=', master.customerId).execute()
    const slave = await buildCustomer(app, by, { mobile: '13822220004' })
    expect(await post(master, slave)).toMatchObject({ status: '0' })
    expect(await fileOf(master)).toMatchObject({ mobile: '13822220004', second_phone: '' })
    expect(await heldByGroup('13822220004')).toBe(true)
  })

  it('keeps every number: extra ones stay with the master and can be called and searched', async () => {
    const master = await buildCustomer(app, by, {
      mobile: '13833330001',
      secondardPhone: '13833330002',
      name: '孙甲',
    })
    const slave = await buildCustomer(app, by, { mobile: '13833330003', secondardPhone: '0571 8801 2233' })
    expect(await post(master, slave)).toMatchObject({
      status: '0',
      keptNumbers: ['138****0003', '057****2233'],
    })
    expect(await fileOf(master)).toMatchObject({
      mobile: '13833330001',
      second_phone: '13833330002 13833330003 057188012233',
    })
    // Each is masked separately, revealed in full, and written to the timeline.
    const file = await app.post(get, by.token, { customerId: master.customerId })
    const masked = '138****0002 138****0003 057****2233'
    expect(file.customer?.secondardPhone).toBe(masked)
    expect(file.editable?.secondardPhone).toBe(masked)
    const numbers = await app.post(rooms.base.getUserInfo, by.token, {
      userId: master.customerId,
      dataType: 1,
      userType: 1,
    })
    expect(numbers.secondaryPhone).toBe('13833330002 13833330003 057188012233')
    expect((await lastTimeline(master))?.content).toBe(
      '合并客户：林晓雨 138****0003；原客户经理：许安；原级别：H；并入备用号码：138****0003、057****2233',
    )
    // Sending the form back unchanged changes none of them.
    const edited = await app.post(rooms.customer.edit, by.token, {
      ...file.editable,
      customerId: master.customerId,
      name: '孙乙',
    })
    expect(edited, edited.text).toMatchObject({ status: '0' })
    expect((await fileOf(master)).second_phone).toBe('13833330002 13833330003 057188012233')
  })

  it('takes both numbers of the slave if the master has one free field', async () => {
    const master = await buildCustomer(app, by, { mobile: '13833330011' })
    const slave = await buildCustomer(app, by, {
      mobile: '13833330012',
      secondardPhone: '138-3333-0011',
    })
    expect(await post(master, slave)).toMatchObject({ keptNumbers: ['138****0012'] })
    // The other number is the master's own mobile.
    expect((await fileOf(master)).second_phone).toBe('13833330012')
    const third = await buildCustomer(app, by, { mobile: '13833330013', secondardPhone: '138 3333 0012' })
    expect(await post(master, third)).toMatchObject({ keptNumbers: ['138****0013'] })
    expect((await fileOf(master)).second_phone).toBe('13833330012 13833330013')
  })

  it('adds no number if the slave has none', async () => {
    const master = await buildCustomer(app, by, { secondardPhone: '0571-88012233' })
    const slave = await buildCustomer(app, by)
    await app.db.updateTable('customer').set({ mobile: '' }).where('id', '=', slave.customerId).execute()
    expect(await post(master, slave)).toMatchObject({ keptNumbers: [] })
    expect((await fileOf(master)).second_phone).toBe('0571-88012233')
    expect((await lastTimeline(master))?.content).not.toContain('号码')
  })

  it("makes the master's file findable by the numbers of all merged files", async () => {
    const [a, b, c] = [
      await buildCustomer(app, by, { mobile: '13844440001' }),
      await buildCustomer(app, by, { mobile: '13844440002' }),
      await buildCustomer(app, by, { mobile: '13844440003' }),
    ]
    await post(b, a)
    await post(c, b)
    for (const key of ['13844440001', '13844440002', '13844440003', '138 4444 0001']) {
      const { data, total } = await app.post(list, by.token, { key })
      expect([data?.map((row) => row.customerId), total]).toEqual([[c.customerId], 1])
    }
    // Older files may have such a number, too: then both are found.
    const again = await buildCustomer(app, by)
    const theirs = app.db.updateTable('customer').set({ mobile: '13844440001' })
    await theirs.where('id', '=', again.customerId).execute()
    const { data } = await app.post(list, by.token, { key: '13844440001' })
    expect(new Set(data?.map((row) => row.customerId))).toEqual(new Set([c.customerId, again.customerId]))
  })

  it('is refused with itself and during a review', async () => {
    const master = await buildCustomer(app, by)
    const slave = await buildCustomer(app, by)
    expect(textsOf(await post(master, master))).toEqual({ slaveCustomerId: '不能与自身合并' })
    await app.db
      .updateTable('deal')
      .set({ waiting_fail_review: true })
      .where('id', '=', slave.dealId)
      .execute()
    for (const [a, b] of [
      [master, slave],
      [slave, master],
    ] as const)
      expect(await post(a, b)).toMatchObject({ code: 2002, detail: '林晓雨的战败申请待审核，审核后才能合并' })
    await app.db
      .updateTable('deal')
      .set({ waiting_fail_review: false })
      .where('id', '=', slave.dealId)
      .execute()
  })

  it('of a followed customer into a defeated, delivered or dormant one keeps the live deal current', async () => {
    for (const values of [
      { level: 'F' },
      { level: 'D' },
      { suspended_at: app.now(), resume_at: app.now() },
    ]) {
      const [master, slave] = [await buildCustomer(app, by), await buildCustomer(app, colleague)]
      await setDeal(master, values)
      expect(await post(master, slave, manager.token)).toMatchObject({ status: '0' })
      const { customer, pendingActivity, isSuspend } = await app.post(get, colleague.token, {
        customerId: master.customerId,
      })
      expect(customer).toMatchObject({ deal: { id: slave.dealId, level: 'H', ownerName: '沈知行' } })
      expect([pendingActivity?.id, isSuspend]).toEqual([slave.activityId, false])
      expect(await lastTimeline(master)).toMatchObject({
        deal_id: slave.dealId,
        content: expect.stringContaining('沿用其当前商机；现客户经理：沈知行') as string,
      })
      const detail = { slaveDealId: slave.dealId, dealId: slave.dealId, pastDealId: master.dealId }
      expect(await audits('merge', master)).toMatchObject([
        { detail: { ...detail, pastDeal: 'level' in values ? 'superseded' : 'merged' } },
      ])
    }
    // Two defeated customers can be merged.
    const [master, slave] = [await buildCustomer(app, by), await buildCustomer(app, by)]
    for (const one of [master, slave]) await setDeal(one, { level: 'F' })
    expect(await post(master, slave)).toMatchObject({ status: '0' })
  })

  it('of two followed customers uses the chosen owner and plan', async () => {
    const customers = async () => [await buildCustomer(app, by), await buildCustomer(app, colleague)] as const
    const merging = ([master, slave]: readonly [BuiltCustomer, BuiltCustomer], body: object) =>
      app.post(merge, manager.token, {
        masterCustomerId: master.customerId,
        slaveCustomerId: slave.customerId,
        ...body,
      })
    const activityOf = (id: number) =>
      app.db.selectFrom('activity').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    // Defaults to the master's.
    const usual = await customers()
    expect(await merging(usual, {})).toMatchObject({ status: '0' })
    expect(await open(usual[0])).toMatchObject([{ id: usual[0].activityId, owner_id: by.memberId }])
    expect(await activityOf(usual[1].activityId)).toMatchObject({
      completed_at: app.now(),
      completed_type: null,
      cancelled_at: null,
    })
    // Owner and plan are chosen independently.
    const chosen = await customers()
    const [master, slave] = chosen
    await app.db.updateTable('activity').set({ type: 2 }).where('id', '=', slave.activityId).execute()
    expect(await merging(chosen, { activityId: slave.activityId })).toMatchObject({ status: '0' })
    expect(await open(master)).toMatchObject([
      { id: slave.activityId, owner_id: by.memberId, deal_id: master.dealId, type: 2 },
    ])
    expect(await stateOf(master)).toMatchObject({ deal: { next_activity_type: 2, owner_id: by.memberId } })
    const other = await customers()
    expect(await merging(other, { ownerId: colleague.memberId })).toMatchObject({ status: '0' })
    expect(await open(other[0])).toMatchObject([{ id: other[0].activityId, owner_id: colleague.memberId }])
    expect(await app.post(get, colleague.token, { customerId: other[1].customerId })).toMatchObject({
      customer: { id: other[0].customerId },
    })
    // Refuses other members and activities that are no longer planned.
    const late = await customers()
    const before = [await stateOf(late[0]), await stateOf(late[1])]
    const foreign = await buildMember(app.db, app.now(), { role: 1 })
    for (const body of [
      { ownerId: manager.memberId },
      { ownerId: foreign.memberId },
      { activityId: slave.activityId },
      { activityId: 999_999_999 },
    ])
      expect(await merging(late, body)).toMatchObject({ code: 410 })
    expect([await stateOf(late[0]), await stateOf(late[1])]).toEqual(before)
  })

  it('returns what the member has to choose', async () => {
    const self = await buildCustomer(app, by)
    const other = await buildCustomer(app, colleague, { mobile: '13811110055' })
    await setDeal(self, { suspended_at: app.now() })
    const answer = await app.post(checkExist, manager.token, {
      phone: '13811110055',
      customerId: self.customerId,
    })
    expect(answer).toMatchObject({
      customer: {
        ownerId: colleague.memberId,
        isSuspend: false,
        waitingFailReview: false,
        plan: { activityId: other.activityId, type: 1 },
      },
      self: { ownerId: by.memberId, isSuspend: true },
    })
  })

  it('sends both owners a notice, but not the acting member', async () => {
    const [master, slave] = [
      await buildCustomer(app, by, { name: '江远' }),
      await buildCustomer(app, colleague),
    ]
    const toldTo = async ({ token }: BuiltMember) =>
      (await app.post(rooms.notice.list, token, {})).data?.filter(
        ({ customerId }) => customerId === master.customerId,
      )
    expect(await post(master, slave, manager.token)).toMatchObject({ status: '0' })
    for (const one of [by, colleague])
      expect(await toldTo(one)).toMatchObject([{ text: '总监将客户林晓雨的档案并入江远，现由许安跟进' }])
    expect(await toldTo(manager)).toEqual([])
  })

  it('keeps the return visit of a delivered car: listed, completed, planned again and reassigned', async () => {
    const [master, slave] = [await buildCustomer(app, by), await buildCustomer(app, by)]
    await setDeal(master, { level: 'D', delivered_at: app.now() })
    await app.db.updateTable('activity').set({ type: 8 }).where('id', '=', master.activityId).execute()
    expect(await post(master, slave)).toMatchObject({ status: '0' })
    const file = async (token = by.token) => app.post(get, token, { customerId: master.customerId })
    expect(await file()).toMatchObject({
      pendingActivity: { id: slave.activityId },
      returnVisit: { id: master.activityId, dealId: master.dealId, type: 8 },
    })
    // A reassignment includes it.
    const given = await app.post(rooms.customer.reassign, manager.token, {
      customerId: master.customerId,
      memberId: colleague.memberId,
      remark: '',
    })
    expect(given, given.text).toMatchObject({ status: '0' })
    const tasks = async () =>
      (
        await app.post(rooms.task.list, colleague.token, { activityType: 1, filterType: 1, pageCount: 50 })
      ).data?.filter(({ customerId }) => customerId === master.customerId)
    expect(new Set((await tasks())?.map(({ activityId }) => activityId))).toEqual(
      new Set([master.activityId, slave.activityId]),
    )
    const recalled = {
      customerId: master.customerId,
      dealId: master.dealId,
      completedDate: seconds(),
      contactStatus: 1,
      remark: '用车满意',
      nextRecall: true,
      nextDate: addDays(seconds(), 90),
    }
    const visit = (body: object) => app.post(rooms.customer.recall, colleague.token, { ...recalled, ...body })
    expect(await visit({ activityId: slave.activityId })).toMatchObject({ code: 410 })
    expect(await visit({ activityId: master.activityId })).toMatchObject({ status: '0' })
    expect(await visit({ activityId: master.activityId })).toMatchObject({ code: 410 })
    const after = await file(colleague.token)
    expect(after).toMatchObject({
      info: { dealId: slave.dealId, level: 'H' },
      pendingActivity: { id: slave.activityId },
      returnVisit: { dealId: master.dealId, type: 8 },
    })
    expect(await stateOf(slave)).toMatchObject({ deal: { next_activity_type: 1, follow_count: 1 } })
    // After the last visit nothing is planned there, and the deal is outdated like any other.
    expect(await visit({ activityId: after.returnVisit?.id, nextRecall: false })).toMatchObject({
      status: '0',
    })
    expect((await file(colleague.token)).returnVisit).toBeNull()
    expect(await visit({ activityId: 0 })).toMatchObject({ code: 410 })
  })

  it('leaves an order that the manufacturer delivered in its deal, where it can be completed', async () => {
    const [master, slave] = [await buildCustomer(app, by), await buildCustomer(app, by)]
    await setDeal(slave, { level: 'D', delivered_at: app.now() })
    const orderId = await order(slave, 19)
    const line = {
      model_id: 20101,
      series_id: 1201,
      sku_id: 0,
      color: '黑',
      quantity: 1,
      price_fen: 1,
      status: 19,
    }
    await stageLine(app, { dealer_id: by.dealerId, order_id: orderId, sub_order_no: `S${orderId}`, ...line })
    expect(await post(master, slave)).toMatchObject({ status: '0' })
    const before = await stateOf(master)
    expect(before.deal).toMatchObject({ level: 'H', is_current: true })
    const delivering = {
      customerId: master.customerId,
      dealId: master.dealId,
      orderId,
      specId: 20101,
      color: '黑',
    }
    const delivered = await app.post(rooms.order.deliver, by.token, {
      ...delivering,
      deliverDate: seconds(),
      price: 200_000,
      downPayment: 1000,
      payType: 1,
      payInsurance: false,
      remark: '',
      nextRecall: false,
    })
    expect(delivered, delivered.text).toMatchObject({ status: '0' })
    const { status, deal_id } = await app.db
      .selectFrom('vehicle_order')
      .select(['status', 'deal_id'])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    expect([status, deal_id]).toEqual([14, slave.dealId])
    expect((await stateOf(master)).deal).toEqual(before.deal)
    // Both plans stay: for the current deal and for the delivered car.
    expect(new Set((await open(master)).map(({ id }) => id))).toEqual(
      new Set([master.activityId, slave.activityId]),
    )
  })

  it('resolves old links and names to the survivor, through a chain of merges', async () => {
    const [a, b, c] = [
      await buildCustomer(app, by, { name: '欧阳甲', mobile: '13866660011' }),
      await buildCustomer(app, by, { name: '欧阳乙', mobile: '13866660012' }),
      await buildCustomer(app, by, { name: '欧阳丙', mobile: '13866660013' }),
    ]
    expect(await post(b, a)).toMatchObject({ status: '0' })
    expect(await post(c, b)).toMatchObject({ status: '0' })
    const { customerId } = c
    for (const old of [a, b]) {
      const request = { customerId: old.customerId }
      const file = await app.post(get, by.token, request)
      expect(file).toMatchObject({ customer: { id: customerId, formerNames: ['欧阳乙', '欧阳甲'] } })
      expect(await app.post(rooms.customer.peek, by.token, request)).toMatchObject({ level: 'H' })
      const beforeId = file.timelines?.[0]?.id ?? 0
      expect(
        (await app.post(rooms.customer.timelines, by.token, { ...request, beforeId })).timelines,
      ).toHaveLength(4)
      expect(
        (await app.post(rooms.find.find, by.token, { customerIds: String(old.customerId) })).customers,
      ).toMatchObject([{ customerId }])
      // Other members are not led there.
      for (const stranger of [colleague, await buildMember(app.db, app.now(), { role: 1 })]) {
        expect(await app.post(get, stranger.token, request)).toMatchObject({ code: 404 })
        expect(await app.post(rooms.customer.peek, stranger.token, request)).toMatchObject({ code: 404 })
        expect(await app.post(remark, stranger.token, { ...request, remark: '看' })).toMatchObject({
          code: 404,
        })
      }
      // A page opened before the merge must not write to the survivor unnoticed.
      expect(await app.post(remark, by.token, { ...request, remark: '看' })).toMatchObject({
        code: 404,
        detail: '该客户已被合并，请刷新后重试',
      })
    }
    for (const key of ['欧阳甲', '欧阳乙', '欧阳丙', '欧阳']) {
      const { data, total } = await app.post(list, by.token, { key })
      expect([data?.map((row) => row.customerId), total], key).toEqual([[customerId], 1])
      expect((await app.post(rooms.find.find, by.token, { key })).customers, key).toMatchObject([
        { customerId },
      ])
      expect((await app.post(list, colleague.token, { key })).total).toBe(0)
      const desk = await app.post(rooms.desk.search, manager.token, { key })
      expect(
        desk.data?.map((row) => row.id),
        key,
      ).toEqual([customerId])
    }
  })

  it("concurrent with an order's approval keeps the order in the current deal", async () => {
    for (let round = 0; round < 4; round++) {
      const [master, slave] = [await buildCustomer(app, by), await buildCustomer(app, by)]
      await setDeal(master, { level: 'D' })
      const orderId = await order(round % 2 ? master : slave, 2)
      const [merged, confirmed] = await Promise.all([
        post(master, slave),
        app.post(rooms.order.confirmOrder, manager.token, { orderId }),
      ])
      expect(merged, merged.text).toMatchObject({ status: '0' })
      const { info } = await app.post(get, by.token, { customerId: master.customerId })
      const { deal_id, status } = await app.db
        .selectFrom('vehicle_order')
        .select(['deal_id', 'status'])
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow()
      expect(deal_id).toBe(info?.dealId)
      // The later approval is refused, and the order still waits.
      expect([confirmed.code, status, info?.level]).toEqual(
        confirmed.code === 0 ? [0, 3, 'O'] : [confirmed.code, 2, 'H'],
      )
    }
  })

  it('is for members who see both files', async () => {
    const mine = await buildCustomer(app, by)
    const theirs = await buildCustomer(app, colleague)
    for (const [a, b] of [
      [mine, theirs],
      [theirs, mine],
    ] as const)
      expect(await post(a, b)).toMatchObject({ code: 404 })
    const foreign = await buildMember(app.db, app.now(), { role: 1 })
    const elsewhere = await buildCustomer(app, foreign)
    expect(await post(mine, elsewhere)).toMatchObject({ code: 404 })
    expect(await post(elsewhere, mine)).toMatchObject({ code: 404 })
  })

  it('twice or crossed at once happens once', async () => {
    for (let round = 0; round < 8; round++) {
      const a = await buildCustomer(app, by)
      const b = await buildCustomer(app, by)
      const answers = await Promise.all([post(a, b), round % 2 ? post(b, a) : post(a, b)])
      expect(answers.map((answer) => answer.code).toSorted((x, y) => x - y)).toEqual([0, 410])
      expect(answers.find((answer) => answer.code)?.detail).toBe('该客户已被合并，请刷新后重试')
      const merged = [await fileOf(a), await fileOf(b)].filter((file) => file.merged_into_id)
      expect(merged).toHaveLength(1)
    }
  })
})
