import { rooms } from '@showroom/contract'
import { buildCustomer } from '../src/customer/customer.factory.ts'
import { buildLead } from '../src/lead/lead.factory.ts'
import { buildOrder } from '../src/order/order.factory.ts'
import { buildMember } from '../src/team/team.factory.ts'
import type { TestApp } from './app.ts'
import type { Actor, Body } from './requests.ts'
import { sheetRow, storeSheet } from './sheets.ts'

/** What must be so before some calls can be right, and what their requests then say beside the usual. */
type Preparation = (app: TestApp, actor: Actor) => Promise<Body>

const deal =
  (values: { level?: string; suspended_at?: Date; waiting_fail_review?: boolean }): Preparation =>
  async (app, { customer }) => {
    await app.db.updateTable('deal').set(values).where('id', '=', customer.dealId).execute()
    return {}
  }

const waiting: Preparation = async (app, actor) => {
  const { customer, member } = actor
  await app.db
    .insertInto('defeat_request')
    .values({
      dealer_id: member.dealerId,
      customer_id: customer.customerId,
      deal_id: customer.dealId,
      requested_by: member.memberId,
      requested_at: app.now(),
      reason: 99,
    })
    .execute()
  return deal({ waiting_fail_review: true })(app, actor)
}

const colleague: Preparation = async (app, { member }) => {
  const { memberId } = await buildMember(app.db, app.now(), { dealerId: member.dealerId })
  return { memberId }
}

const lead =
  (status: number): Preparation =>
  async (app, { member }) => ({ clueId: await buildLead(app, member, { status }) })

const ordered =
  (status: 1 | 2 | 3): Preparation =>
  async (app, { customer, member }) => ({ orderId: await buildOrder(app, member, customer, status) })

/** An uploaded sheet of one new customer; checked already where the request is about that. */
const importOf =
  (isChecked: boolean): Preparation =>
  async (app, { member }) => {
    const file = await storeSheet(app, member, [sheetRow()])
    if (!isChecked) return { file }
    const { importId } = await app.post(rooms.transfer.startImport, member.token, { file, preview: true })
    await app.app.importWork.run()
    return { importId }
  }

export const preparations: Readonly<Record<string, Preparation>> = {
  '/v2/appCustomerService/timelines': async (app, { customer: { customerId } }) =>
    app.db
      .selectFrom('timeline')
      .select('id as beforeId')
      .where('customer_id', '=', customerId)
      .executeTakeFirstOrThrow(),
  '/v2/appCustomerService/resume': (app, actor) => deal({ suspended_at: app.now() })(app, actor),
  '/v2/appCustomerService/deliver': ordered(3),
  '/v2/appCustomerService/orderFollow': ordered(3),
  '/v2/appCustomerService/submitOrder': ordered(1),
  '/v2/appCustomerService/cancelOrder': ordered(2),
  '/v2/appVerifyService/confirmOrder': ordered(2),
  '/v2/appVerifyService/rejectOrder': ordered(2),
  '/v1/customerRpc/import': importOf(false),
  '/v1/customerRpc/importStatus': importOf(true),
  '/v1/customerRpc/importCommit': importOf(true),
  '/v2/appCustomerService/relive': deal({ level: 'F' }),
  '/v2/appCustomerService/recall': deal({ level: 'D' }),
  '/v2/appCustomerService/reassign': colleague,
  '/v2/appVerifyService/confirmFail': waiting,
  '/v2/appVerifyService/rejectFail': waiting,
  '/v2/appWxCustomerService/merge': async (app, { member }) => ({
    slaveCustomerId: (await buildCustomer(app, member)).customerId,
  }),
  '/v2/appClueService/detail': lead(2),
  '/v2/appClueService/clear': lead(1),
  '/v2/appClueService/noContact': lead(1),
  '/v2/appClueService/assign': lead(5),
  '/v1/customerRpc/getOnlineCustomer': async (app, { member }) => ({
    onlineCustomerId: await buildLead(app, member, { status: 2 }),
  }),
  '/v2/appCustomerService/thirdCallDetail': async (app, { customer, member }) => {
    const { id } = await app.db
      .insertInto('call_record')
      .values({
        dealer_id: member.dealerId,
        customer_id: customer.customerId,
        member_id: member.memberId,
        started_at: app.now(),
        seconds: 60,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { callId: id }
  },
  '/v2/appCustomerService/testShareDetail': async (app, { customer, member }) => {
    const { id } = await app.db
      .insertInto('test_share')
      .values({
        dealer_id: member.dealerId,
        customer_id: customer.customerId,
        series_id: 1201,
        driven_at: app.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { shareId: id }
  },
}
