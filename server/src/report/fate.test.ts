import { rooms } from '@showroom/contract'
import { addDays } from '@showroom/contract/kernel/day'
import { leadTab } from '@showroom/contract/lead/lead.rules'
import { leadMeasures } from '@showroom/contract/report/report.rules'
import { taskFilter } from '@showroom/contract/task/task.rules'
import { secondsOf } from '../platform/clock.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { againForm, buildCustomer } from '../customer/customer.factory.ts'
import type { BuiltCustomer } from '../customer/customer.factory.ts'
import { buildReceivingStore } from '../lead/intake.factory.ts'
import { buildLead, manualValid } from '../lead/lead.factory.ts'
import { buildOrder, vehicle } from '../order/order.factory.ts'
import { buildMember } from '../team/team.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'

/** Numbers of leads and files of one day stay when their customers buy again. */

const { report, dashboard, customer, lead, order } = rooms

let app: TestApp
let boss: BuiltMember
let anna: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const { dealerId } = await buildReceivingStore(app, { policy: 1 })
  boss = await buildMember(app.db, app.now(), { dealerId, role: 1 })
  anna = await buildMember(app.db, app.now(), { dealerId, isActive: true })
})

const ok = <Answer extends { status: string; text: string }>(answer: Answer): Answer => {
  expect(answer, answer.text).toMatchObject({ status: '0' })
  return answer
}

async function openDealOf(customerId: number): Promise<BuiltCustomer> {
  const open = await app.db
    .selectFrom('customer as c')
    .leftJoin('activity as a', (join) =>
      join
        .onRef('a.deal_id', '=', 'c.current_deal_id')
        .on('a.completed_at', 'is', null)
        .on('a.cancelled_at', 'is', null),
    )
    .select(['c.current_deal_id as dealId', 'a.id as activityId'])
    .where('c.id', '=', customerId)
    .executeTakeFirstOrThrow()
  return { customerId, dealId: open.dealId ?? 0, activityId: open.activityId ?? 0 }
}

/** A lead that was cleaned and given to Anna, with its customer. */
async function givenLead(mobile?: string): Promise<{ leadId: number; file: BuiltCustomer }> {
  const leadId = await buildLead(app, boss, mobile ? { mobile } : {})
  ok(await app.post(lead.clear, boss.token, { ...manualValid(leadId), memberId: anna.memberId }))
  const { customer_id: customerId } = await leadRow(leadId)
  return { leadId, file: await openDealOf(customerId ?? 0) }
}

const leadRow = (leadId: number) =>
  app.db.selectFrom('lead').selectAll().where('id', '=', leadId).executeTakeFirstOrThrow()

async function sell(file: BuiltCustomer, nextDate = 0): Promise<void> {
  const orderId = await buildOrder(app, anna, file, 3, boss)
  ok(
    await app.post(order.deliver, anna.token, {
      customerId: file.customerId,
      dealId: file.dealId,
      orderId,
      ...vehicle,
      deliverDate: secondsOf(app.now()),
      price: 90_000,
      downPayment: 5000,
      payType: 1,
      payInsurance: false,
      nextRecall: nextDate > 0,
      nextDate,
      remark: '',
    }),
  )
}

const buyAgain = async (file: BuiltCustomer): Promise<BuiltCustomer> => {
  const { editable } = await app.post(customer.get, anna.token, { customerId: file.customerId })
  ok(await app.post(customer.add, anna.token, againForm(app, file, editable)))
  return openDealOf(file.customerId)
}

const today = () => ({ dateStart: secondsOf(app.now()), dateEnd: secondsOf(app.now()) })
async function leadNumbers() {
  const { total } = ok(await app.post(report.onlineSum, boss.token, today()))
  const { data } = ok(
    await app.post(report.bigScreenClueChart, boss.token, { dateType: 1, startDate: secondsOf(app.now()) }),
  )
  const summary = ok(await app.post(dashboard.summary, boss.token, {}))
  return { total, funnel: data, clueDealRatio: summary.clueDealRatio }
}

describe('a sold lead', () => {
  it('stays sold when its customer buys again, and when the second purchase is given up', async () => {
    const { file } = await givenLead()
    await givenLead()
    await sell(file)
    const sold = await leadNumbers()
    expect(sold.total).toMatchObject({ leads: 2, leadsValid: 2, leadsDelivered: 1, leadsToFollow: 1 })
    expect(sold.clueDealRatio).toBe(50)
    const second = await buyAgain(file)
    expect(await leadNumbers()).toEqual(sold)
    ok(
      await app.post(customer.fail, anna.token, {
        customerId: second.customerId,
        dealId: second.dealId,
        failReason: 2,
        failSubReason: 21,
        remark: '超预算',
      }),
    )
    ok(
      await app.post(rooms.review.confirmFail, boss.token, {
        customerId: second.customerId,
        dealId: second.dealId,
        remark: '',
      }),
    )
    expect(await leadNumbers()).toEqual(sold)
  })

  it('is in the list that its number opens', async () => {
    const { leadId, file } = await givenLead()
    await sell(file)
    await buyAgain(file)
    const rows = ok(await app.post(report.rows, boss.token, { ...today(), measure: 'leadsDelivered' }))
    expect(rows.data?.map(({ id }) => id)).toEqual([leadId])
    const listed = await app.post(lead.list, boss.token, {
      activityType: leadTab.all,
      counted: leadMeasures.indexOf('leadsDelivered') + 1,
    })
    expect(listed.data?.map(({ clueId }) => clueId)).toEqual([leadId])
  })
})

describe('a lead', () => {
  it('belongs to the deal that was the current one when it came', async () => {
    const first = await givenLead()
    const { mobile } = await leadRow(first.leadId)
    await sell(first.file)
    const second = await buyAgain(first.file)
    const again = await givenLead(mobile)
    expect(await leadRow(first.leadId)).toMatchObject({ deal_id: first.file.dealId })
    expect(await leadRow(again.leadId)).toMatchObject({
      customer_id: first.file.customerId,
      deal_id: second.dealId,
    })
  })

  it('follows its deal into the one that goes on after a merge, and stays with one that had ended', async () => {
    const [master, slave, bought] = [await givenLead(), await givenLead(), await givenLead()]
    await sell(bought.file)
    const merge = async (slaveCustomerId: number) =>
      ok(
        await app.post(customer.merge, boss.token, {
          masterCustomerId: master.file.customerId,
          slaveCustomerId,
        }),
      )
    await merge(slave.file.customerId)
    await merge(bought.file.customerId)
    const { customerId, dealId } = master.file
    expect(await leadRow(slave.leadId)).toMatchObject({ customer_id: customerId, deal_id: dealId })
    expect(await leadRow(bought.leadId)).toMatchObject({
      customer_id: customerId,
      deal_id: bought.file.dealId,
    })
    const deals = await app.db
      .selectFrom('deal')
      .select(['id', 'merged_at', 'superseded_at'])
      .where('customer_id', '=', customerId)
      .orderBy('id')
      .execute()
    expect(deals).toEqual([
      { id: dealId, merged_at: null, superseded_at: null },
      { id: slave.file.dealId, merged_at: app.now(), superseded_at: null },
      { id: bought.file.dealId, merged_at: null, superseded_at: app.now() },
    ])
  })
})

describe('a file', () => {
  const monthly = async () => {
    const { total } = ok(await app.post(report.customerSum2, boss.token, today()))
    const { dealRatio } = ok(await app.post(dashboard.summary, boss.token, {}))
    return { total, dealRatio }
  }
  const listed = (withSuperseded: 0 | 1, token = boss.token) =>
    app.post(customer.list, token, { createdDate: rangeOf(), withSuperseded })
  const rangeOf = () => ({ start: secondsOf(app.now()), end: secondsOf(app.now()) })

  it('is counted where its deal was created, and listed there as bought again', async () => {
    const file = await buildCustomer(app, anna)
    await buildCustomer(app, anna)
    await sell(file)
    expect(await monthly()).toMatchObject({ total: { files: 2, filesOffline: 2 }, dealRatio: 50 })
    const second = await buyAgain(file)
    expect(await monthly()).toMatchObject({ total: { files: 3, filesOffline: 3 } })
    const { data, total } = await listed(1)
    expect(total).toBe(3)
    expect(
      data
        ?.filter(({ customerId }) => customerId === file.customerId)
        .map(({ dealId, level, isSuperseded }) => ({ dealId, level, isSuperseded })),
    ).toEqual([
      { dealId: second.dealId, level: 'A', isSuperseded: false },
      { dealId: file.dealId, level: 'D', isSuperseded: true },
    ])
    expect(await listed(0)).toMatchObject({ total: 2 })
    // Customers are chosen by their current deal.
    const chosen = await app.post(customer.bulk, boss.token, {
      action: 'tag',
      addTags: '老客户',
      filter: { createdDate: rangeOf(), withSuperseded: 1 },
    })
    expect(chosen).toMatchObject({ status: '0', total: 2 })
  })

  it('stays in the numbers of its consultant after the next purchase went to another one', async () => {
    const bert = await buildMember(app.db, app.now(), { dealerId: boss.dealerId, isActive: true })
    const file = await buildCustomer(app, anna)
    await sell(file)
    const { editable } = await app.post(customer.get, boss.token, { customerId: file.customerId })
    const form = { ...againForm(app, file, editable), assignMemberId: bert.memberId }
    ok(await app.post(customer.add, boss.token, form))
    const { sums } = ok(await app.post(report.customerSum2, boss.token, today()))
    expect(sums?.find(({ id }) => id === anna.memberId)).toMatchObject({ files: 1 })
    expect(await listed(1, anna.token)).toMatchObject({ total: 1, data: [{ isSuperseded: true }] })
    expect(await listed(0, anna.token)).toMatchObject({ total: 0 })
  })

  it('is one after a merge of two live files', async () => {
    const [master, slave] = [await buildCustomer(app, anna), await buildCustomer(app, anna)]
    ok(
      await app.post(customer.merge, boss.token, {
        masterCustomerId: master.customerId,
        slaveCustomerId: slave.customerId,
      }),
    )
    expect(await monthly()).toMatchObject({ total: { files: 1 } })
    expect(await listed(1)).toMatchObject({ total: 1 })
  })
})

describe('the return visit of a delivered car', () => {
  const tasksOf = async (member: BuiltMember, customerId: number) => {
    const { data } = ok(await app.post(rooms.task.list, member.token, { filterType: taskFilter.pending }))
    return data?.filter((task) => task.customerId === customerId).map(({ dealId }) => dealId)
  }

  it('stays planned when the customer buys again, moves with handovers and is completed on its own deal', async () => {
    const bert = await buildMember(app.db, app.now(), { dealerId: boss.dealerId, isActive: true })
    const file = await buildCustomer(app, anna)
    await sell(file, addDays(secondsOf(app.now()), 3))
    const { activityId } = await openDealOf(file.customerId)
    const second = await buyAgain(file)
    const { customerId, dealId } = file
    expect(await tasksOf(anna, customerId)).toEqual(expect.arrayContaining([dealId, second.dealId]))
    ok(await app.post(customer.reassign, boss.token, { customerId, memberId: bert.memberId, remark: '' }))
    expect(await tasksOf(anna, customerId)).toEqual([])
    expect(await tasksOf(bert, customerId)).toHaveLength(2)
    const visit = {
      customerId,
      dealId,
      activityId,
      completedDate: secondsOf(app.now()),
      contactStatus: 1,
      birthdayRecall: false,
      nextRecall: false,
      nextDate: 0,
      remark: '用车顺利',
    }
    ok(await app.post(customer.recall, bert.token, visit))
    expect(await tasksOf(bert, customerId)).toEqual([second.dealId])
    const done = ok(await app.post(report.rows, boss.token, { ...today(), measure: 'revisits' }))
    expect(done).toMatchObject({ total: 1, data: [{ customerId }] })
  })

  it('goes to the owner of the next purchase', async () => {
    const bert = await buildMember(app.db, app.now(), { dealerId: boss.dealerId, isActive: true })
    const file = await buildCustomer(app, anna)
    await sell(file, addDays(secondsOf(app.now()), 3))
    const { editable } = await app.post(customer.get, boss.token, { customerId: file.customerId })
    const form = { ...againForm(app, file, editable), assignMemberId: bert.memberId }
    ok(await app.post(customer.add, boss.token, form))
    expect(await tasksOf(bert, file.customerId)).toEqual(expect.arrayContaining([file.dealId]))
    expect(await tasksOf(anna, file.customerId)).toEqual([])
  })
})
