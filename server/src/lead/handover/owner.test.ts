import { setImmediate } from 'node:timers/promises'
import { rooms } from '@showroom/contract'
import { addDays } from '@showroom/contract/kernel/day'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { actionsOn } from '../../../test/actions.ts'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { countWaiting, lockRow } from '../../../test/cluster/holder.ts'
import { recordStatements } from '../../../test/database/statements.ts'
import { buildCustomer, newCustomer, phoneFollow } from '../../customer/customer.factory.ts'
import { buildOrder, quickOrder } from '../../order/order.factory.ts'
import { buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import {
  buildConsultant,
  buildReceivingStore,
  buildSource,
  deliver as send,
  leadsOf,
  newLead,
  newLeads,
  sendLeads,
} from '../intake.factory.ts'
import type { BuiltSource } from '../intake.factory.ts'
import { buildLead, storyOf } from '../lead.factory.ts'

/** A lead follows the owner of its customer until the customer is followed up. */

const { reassign, batchReassign, fail, relive, recall, add, merge, follow } = rooms.customer
const { deliver, orderFollow } = rooms.order

let app: TestApp
let source: BuiltSource
let code: string
let manager: BuiltMember
let owner: BuiltMember
let heir: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  source = await buildSource(app.db)
  const store = await buildReceivingStore(app, { policy: 3 })
  const { dealerId } = store
  code = store.code
  manager = await buildMember(app.db, app.now(), { dealerId, name: '总监', role: 3 })
  owner = await buildConsultant(app, dealerId, '许安')
  heir = await buildConsultant(app, dealerId, '沈知行')
})
afterAll(() => app.close())

const { done, setDeal, seconds } = actionsOn(() => ({ app, by: manager }))

/** A lead assigned to the owner just now that waits for the first call. */
const givenLead = ({ customerId }: { customerId: number }, of = owner) =>
  buildLead(app, of, { status: 2, customer_id: customerId, owner_id: of.memberId, assigned_at: app.now() })

async function withLead(level = 'H', overrides: Parameters<typeof newCustomer>[1] = {}) {
  const customer = await buildCustomer(app, owner, overrides)
  await setDeal(customer, { level })
  return { customer, leadId: await givenLead(customer) }
}

const leadOf = async (leadId: number) => (await storyOf(app, leadId)).lead
const ownerOf = async (leadId: number) => (await leadOf(leadId)).owner_id
/** Runs `work` while another transaction locks the lead's row, which it releases once `work` waits for it. */
async function whileHeld<Result>(leadId: number, work: () => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
  await client.query('begin')
  await lockRow(client, 'lead', leadId)
  const working = work()
  await vi.waitFor(async () => expect(await countWaiting(app)).toBe(1), 5000)
  await client.query('commit')
  await client.end()
  return working
}
const toHeir = () => ({ memberId: heir.memberId, remark: '许安休假' })

describe('a lead without follow-up follows its customer that', () => {
  it('is reassigned, with a history row', async () => {
    const { customer, leadId } = await withLead()
    const assigned_at = app.now()
    app.advance(60)
    await done(reassign, customer, toHeir())
    const { lead, events } = await storyOf(app, leadId)
    // The lead keeps the time of its first assignment.
    expect(lead).toMatchObject({ owner_id: heir.memberId, assigned_at, first_follow_at: null })
    expect(events).toMatchObject([
      {
        created_at: app.now(),
        member_id: manager.memberId,
        handle_name: '总监',
        result: '再分配',
        follow_name: '沈知行',
        remark: '随客户转交',
      },
    ])
    const listed = async (by: BuiltMember) =>
      (await app.post(rooms.lead.list, by.token, { activityType: 6 })).data?.map((row) => row.clueId)
    expect(await listed(heir)).toContain(leadId)
    expect(await listed(owner)).not.toContain(leadId)
  })

  it('comes back from a review to another member', async () => {
    const { customer, leadId } = await withLead()
    await done(fail, customer, { failReason: 2, failSubReason: 21, remark: '超预算' }, owner.token)
    const again = await givenLead(customer)
    await done(rooms.review.rejectFail, customer, {
      ...toHeir(),
      crossRecall: 1,
      nextDate: addDays(seconds(), 1),
    })
    // Asking for the defeat was the first owner's follow-up.
    expect([await ownerOf(leadId), await ownerOf(again)]).toEqual([owner.memberId, heir.memberId])
  })

  it('is revived by another member', async () => {
    const { customer, leadId } = await withLead('F')
    await done(relive, customer, {
      ...toHeir(),
      level: 'N',
      specIds: '1201',
      nextActivityType: 1,
      nextDate: addDays(seconds(), 1),
    })
    expect(await ownerOf(leadId)).toBe(heir.memberId)
  })

  it('is merged into the customer of another member', async () => {
    const { customer, leadId } = await withLead()
    const { customerId } = await buildCustomer(app, heir)
    const merging = { masterCustomerId: customerId, slaveCustomerId: customer.customerId }
    expect(await app.post(merge, manager.token, merging)).toMatchObject({ status: '0' })
    expect(await leadOf(leadId)).toMatchObject({ customer_id: customerId, owner_id: heir.memberId })
  })

  it('buys again from another member', async () => {
    const body = newCustomer(app)
    const { customer, leadId } = await withLead('D', body)
    const again = { newType: 2, oldCustomerId: customer.customerId, assignMemberId: heir.memberId }
    const answer = await app.post(add, manager.token, { ...body, ...again })
    expect(answer, answer.text).toMatchObject({ status: '0' })
    expect(await ownerOf(leadId)).toBe(heir.memberId)
  })
})

describe('a lead stays', () => {
  it('with the member who followed it up', async () => {
    const { customer, leadId } = await withLead()
    await done(follow, customer, { ...phoneFollow(app, customer) }, owner.token)
    await done(reassign, customer, toHeir())
    const { lead, events } = await storyOf(app, leadId)
    expect(lead.owner_id).toBe(owner.memberId)
    expect(events).toEqual([])
  })

  it('with its customer if the batch leaves that one', async () => {
    const [moved, left] = [await withLead(), await withLead('F')]
    const customerIds = [left, moved].map(({ customer }) => customer.customerId).join()
    expect(await app.post(batchReassign, manager.token, { ...toHeir(), customerIds })).toMatchObject({
      successTotal: 1,
    })
    expect([await ownerOf(moved.leadId), await ownerOf(left.leadId)]).toEqual([heir.memberId, owner.memberId])
  })

  it('at its own store', async () => {
    const { customer } = await withLead()
    const stranger = await buildMember(app.db, app.now())
    const foreign = await givenLead(customer, stranger)
    await done(reassign, customer, toHeir())
    expect(await ownerOf(foreign)).toBe(stranger.memberId)
  })
})

it('a batch of 500 moves its leads with as many statements as a batch of two', async () => {
  const statementsOf = async (size: number): Promise<number> => {
    const made = await Promise.all(Array.from({ length: size }, () => withLead()))
    const customerIds = made.map(({ customer }) => customer.customerId).join()
    const statements = await recordStatements(() =>
      app.post(batchReassign, manager.token, { ...toHeir(), customerIds }),
    )
    const owners = await Promise.all(made.map(({ leadId }) => ownerOf(leadId)))
    expect(new Set(owners)).toEqual(new Set([heir.memberId]))
    return statements.length
  }
  expect(await statementsOf(500)).toBe(await statementsOf(2))
})

it('leads of reassigned customers count for the new owner in the next assignment', async () => {
  const store = await buildReceivingStore(app, { policy: 3, consultants: 1 })
  const { dealerId } = store
  const head = await buildMember(app.db, app.now(), { dealerId, role: 3 })
  await send(app, source, newLeads(2, store.code))
  const customerIds = (await leadsOf(app, dealerId)).map((lead) => lead.customer_id).join()
  const first = store.members[0]?.memberId
  const { memberId: second } = await buildConsultant(app, dealerId)
  await app.post(batchReassign, head.token, { customerIds, memberId: second })
  const { data } = await app.post(rooms.team.assignMembers, head.token, { isAll: 1 })
  expect(data).toMatchObject([
    { memberId: first, clueCount: 0 },
    { memberId: second, clueCount: 2 },
    { memberId: head.memberId },
  ])
  await send(app, source, newLeads(2, store.code))
  expect((await leadsOf(app, dealerId)).map((lead) => lead.owner_id)).toEqual([second, second, first, first])
})

it('a concurrent repeat and reassignment leave the lead with the owner', async () => {
  for (let round = 0; round < 8; round++) {
    const { mobile, ...body } = newCustomer(app)
    const { customerId } = await buildCustomer(app, owner, { ...body, mobile })
    // In every other round the worker begins before the request.
    await sendLeads(app, source, [newLead(code, { mobile })])
    if (round % 2) await setImmediate()
    await app.post(reassign, manager.token, { customerId, ...toHeir() })
    await app.app.intake.idle()
    const lead = (await leadsOf(app, owner.dealerId)).find((one) => one.customer_id === customerId)
    expect(lead?.owner_id).toBe(heir.memberId)
  }
})

describe('a lead of a returning customer', () => {
  it('with a delivered car is followed up by a return visit', async () => {
    const { customer, leadId } = await withLead('D')
    const visit = { completedDate: seconds(), contactStatus: 1, remark: '想再买一辆' }
    await done(recall, customer, visit, owner.token)
    expect(await leadOf(leadId)).toMatchObject({ first_follow_at: app.now(), follow_seconds: 0 })
  })

  it('with an order is followed up by a visit about it', async () => {
    const { customer, leadId } = await withLead('O')
    const visit = { contactStatus: 1, isDeliver: true, remark: '想再买一辆' }
    await done(orderFollow, customer, visit, owner.token)
    expect((await leadOf(leadId)).first_follow_at).toEqual(app.now())
  })

  it('is followed up by the delivery', async () => {
    const { customer, leadId } = await withLead()
    await buildOrder(app, owner, customer, 3, manager)
    expect((await leadOf(leadId)).first_follow_at).toBeNull()
    const car = { ...quickOrder(app, customer), deliverDate: seconds(), nextRecall: false }
    await done(deliver, customer, car, owner.token)
    expect((await leadOf(leadId)).first_follow_at).toEqual(app.now())
  })
})

it('a reassignment waits for a locked lead and moves it', async () => {
  for (const [call, one] of [
    [reassign, (customerId: number) => ({ customerId })],
    [batchReassign, (customerId: number) => ({ customerIds: String(customerId) })],
  ] as const) {
    const { customer, leadId } = await withLead()
    const answer = await whileHeld(leadId, () =>
      app.post(call, manager.token, { ...one(customer.customerId), ...toHeir() }),
    )
    expect(answer, answer.text).toMatchObject({ status: '0' })
    expect(await ownerOf(leadId)).toBe(heir.memberId)
  }
})
