import { rooms } from '@showroom/contract'
import { leadTab } from '@showroom/contract/lead/lead.rules'
import { leadMeasures } from '@showroom/contract/report/report.rules'
import { secondsOf } from '../platform/clock.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { againForm } from '../customer/customer.factory.ts'
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
