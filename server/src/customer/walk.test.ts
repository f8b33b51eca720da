import { rooms } from '@showroom/contract'
import { customerCan, mayAct, openOrderStatuses } from '@showroom/contract/customer/customer.rules'
import type {
  CustomerAction,
  CustomerRights,
  CustomerState,
} from '@showroom/contract/customer/customer.rules'
import type { Level } from '@showroom/contract/customer/level.rules'
import { holdingStatuses } from '@showroom/contract/order/order.rules'
import { addDays } from '@showroom/contract/kernel/day'
import type { Call } from '@showroom/contract/kernel/call'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { actionsOn } from '../../test/actions.ts'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildMember } from '../team/team.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'
import { againForm, buildCustomer, phoneFollow } from './customer.factory.ts'
import type { BuiltCustomer } from './customer.factory.ts'
import { wakeDue } from './defeat/wake.job.ts'

/**
 * Runs random sequences of actions on a customer. After each step the file must be consistent, and the server must have allowed exactly
 * what the table of states allows.
 */

let app: TestApp
let manager: BuiltMember
let owner: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  manager = await buildMember(app.db, app.now(), { role: 3 })
  owner = await buildMember(app.db, app.now(), { dealerId: manager.dealerId })
})
afterAll(() => app.close())

const { act, stateOf, order, seconds } = actionsOn(() => ({ app, by: manager }))

/** Rights of a manager. */
const all: CustomerRights = { allowAssign: true, canResign: true, allowFailVerify: true, allowFront: true }
const next = () => ({ nextDate: addDays(seconds(), 1), nextActivityType: 1 })
const defeat = { failReason: 99, remark: '不买了' }

interface Step {
  readonly call: Call
  /** Action that the table must allow; missing if always possible. */
  readonly action?: CustomerAction
  readonly body: () => object
  /** A follow-up at level O or D keeps the level and cannot request a defeat. */
  readonly barred?: (state: CustomerState) => boolean
}

const ordered = (state: CustomerState): boolean => ['O', 'D'].includes(state.level)
const steps: Readonly<Record<string, Step>> = {
  remark: { call: rooms.customer.remark, body: () => ({ remark: '留意' }) },
  tag: { call: rooms.customer.updateTag, body: () => ({ tag: '首购' }) },
  arrival: { call: rooms.customer.informCome, action: 'confirmArrival', body: () => ({}) },
  pause: { call: rooms.customer.pause, action: 'suspend', body: () => ({}) },
  resume: { call: rooms.customer.resume, action: 'resume', body: () => ({}) },
  fail: { call: rooms.customer.fail, action: 'defeat', body: () => defeat },
  confirm: { call: rooms.review.confirmFail, action: 'confirmDefeat', body: () => ({}) },
  reject: {
    call: rooms.review.rejectFail,
    action: 'rejectDefeat',
    body: () => ({ ...next(), crossRecall: 2, memberId: owner.memberId, remark: '再争取' }),
  },
  relive: {
    call: rooms.customer.relive,
    action: 'revive',
    body: () => ({ ...next(), memberId: owner.memberId, specIds: '1201', remark: '回来了' }),
  },
  recall: {
    call: rooms.customer.recall,
    action: 'recall',
    body: () => ({ completedDate: seconds(), contactStatus: 1, remark: '好', nextRecall: true, ...next() }),
  },
  follow: {
    call: rooms.customer.follow,
    action: 'follow',
    barred: ordered,
    body: () => ({ ...next(), level: 'A' }),
  },
  followToDormancy: {
    call: rooms.customer.follow,
    action: 'suspend',
    barred: ordered,
    body: () => ({ level: 'A', isSuspend: true, resumeDuration: 7 }),
  },
  followToDefeat: { call: rooms.customer.follow, action: 'defeat', body: () => ({ ...defeat, level: 'F' }) },
}

const openOf = <Activity extends { completed_at: Date | null; cancelled_at: Date | null }>(
  activities: readonly Activity[],
): Activity[] => activities.filter((one) => !one.completed_at && !one.cancelled_at)

async function stateIn(customer: BuiltCustomer): Promise<CustomerState> {
  const { deal } = await stateOf(customer)
  const orders = await app.db
    .selectFrom('vehicle_order')
    .select(['status', 'deal_id'])
    .where('customer_id', '=', customer.customerId)
    .execute()
  return {
    level: deal.level as Level,
    isSuspend: deal.suspended_at !== null,
    waitingFailReview: deal.waiting_fail_review,
    openOrders: orders.filter(({ status }) => openOrderStatuses.includes(status)).length,
    undelivered: orders.filter(
      (one) => one.deal_id === customer.dealId && holdingStatuses.includes(one.status),
    ).length,
  }
}

/** Checks the invariants of a file. */
async function expectSense(customer: BuiltCustomer, step: string): Promise<void> {
  const state = await stateIn(customer)
  const { deal, activities, requests } = await stateOf(customer)
  const open = openOf(activities)
  const resting = state.level === 'F' || state.isSuspend || state.waitingFailReview
  expect(open.length, step).toBeLessThanOrEqual(resting ? 0 : 1)
  const planned = open.map((one) => ({ at: one.due_at, type: one.type, owner: one.owner_id }))
  const plan = { at: deal.next_follow_at, type: deal.next_activity_type, owner: deal.owner_id }
  expect(planned, step).toEqual(deal.next_follow_at ? [plan] : [])
  expect(state.openOrders > 0 && (state.level === 'F' || state.isSuspend), step).toBe(false)
  expect(requests.filter((one) => one.state === 0).length, step).toBe(state.waitingFailReview ? 1 : 0)
  expect(deal.failed_at !== null, step).toBe(state.level === 'F')
  expect(deal.resume_at !== null, step).toBe(state.isSuspend)
}

/** Changes orders and deal as the order room does. Each order has one car. */
async function orderStep(customer: BuiltCustomer, step: string): Promise<void> {
  const state = await stateIn(customer)
  const { customerId, dealId } = customer
  const setStatus = async (from: readonly number[], status: number, most: number) => {
    const orders = await app.db
      .selectFrom('vehicle_order')
      .select('id')
      .where('customer_id', '=', customerId)
      .where('status', 'in', [...from])
      .orderBy('id')
      .limit(most)
      .execute()
    for (const { id } of orders)
      await app.db.updateTable('vehicle_order').set({ status }).where('id', '=', id).execute()
    return orders.length > 0
  }
  const setLevel = (level: string) =>
    app.db.updateTable('deal').set({ level }).where('id', '=', dealId).execute()
  if (step === 'order' && mayAct('order', state, all)) await order(customer, 1)
  if (step === 'cancelOrder') await setStatus(openOrderStatuses, 8, 9)
  if (!mayAct('deliver', state, all)) return
  if (step === 'approve' && (await setStatus(openOrderStatuses, 3, 9))) await setLevel('O')
  if (step === 'deliver' && (await setStatus(holdingStatuses, 14, 1))) await setLevel('D')
}

/** Buys again, which opens a new deal on the file. */
async function buyAgain(customer: BuiltCustomer): Promise<BuiltCustomer> {
  const state = await stateIn(customer)
  const { editable } = await act(rooms.customer.get, customer)
  const made = await app.post(rooms.customer.add, manager.token, againForm(app, customer, editable))
  const step = `repurchase in ${JSON.stringify(state)}: ${made.text}`
  expect(made.status === '0', step).toBe(mayAct('repurchase', state, all))
  return made.dealId ? { ...customer, dealId: made.dealId } : customer
}

async function walkStep(customer: BuiltCustomer, name: string): Promise<BuiltCustomer> {
  if (name === 'repurchase') return buyAgain(customer)
  if (name === 'wake') await wake(customer)
  else if (steps[name]) await take(customer, name, steps[name])
  else await orderStep(customer, name)
  return customer
}

/** Calls the server, which allows what the table allows, and changes nothing otherwise. */
async function take(customer: BuiltCustomer, name: string, step: Step): Promise<void> {
  const { call, action, body, barred } = step
  const state = await stateIn(customer)
  const before = await stateOf(customer)
  const isFollow = call === rooms.customer.follow
  const activityId = openOf(before.activities).length > 0 ? (before.activities.at(-1)?.id ?? 0) : 0
  const usual = isFollow
    ? { ...phoneFollow(app, { ...customer, activityId }), nextActivityType: 0, nextDate: 0 }
    : {}
  const answer = await act(call, customer, { ...usual, ...body() })
  const allowed = !action || (mayAct(action, state, all) && !(barred?.(state) ?? false))
  expect(answer.status === '0', `${name} in ${JSON.stringify(state)}: ${answer.text}`).toBe(allowed)
  const after = await stateOf(customer)
  // The clock does not advance, so an arrival is recorded once.
  const isTold = name === 'arrival' && before.timeline.some((row) => row.subject === '确认到店')
  const changes = allowed && !isTold
  expect(after.timeline.length - before.timeline.length, name).toBe(changes ? 1 : 0)
  expect(after.customer.row_version - before.customer.row_version, name).toBe(changes ? 1 : 0)
  expect(changes ? before : after, name).toEqual(before)
}

/** Makes the dormancy due. */
async function wake({ dealId }: BuiltCustomer): Promise<void> {
  await app.db
    .updateTable('deal')
    .set({ resume_at: app.now() })
    .where('id', '=', dealId)
    .where('resume_at', 'is not', null)
    .execute()
  await wakeDue(app.app, app.now())
}

const names = [...Object.keys(steps), 'repurchase', 'order', 'cancelOrder', 'approve', 'deliver', 'wake']

/** Picks any step, or one that the table allows now: otherwise few sequences would get far. */
function choose(state: CustomerState, { pick, allowed }: { pick: number; allowed: boolean }): string {
  const among = allowed
    ? names.filter((name) => {
        const action = name in customerCan ? (name as CustomerAction) : steps[name]?.action
        return action && mayAct(action, state, all)
      })
    : names
  return (among.length > 0 ? among : names).at(pick % (among.length || names.length)) ?? 'remark'
}

it('a customer stays consistent through random sequences of actions', async () => {
  const step = fc.record({ pick: fc.nat(999), allowed: fc.boolean() })
  const done = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (walk) => {
      let customer = await buildCustomer(app, owner)
      const path: string[] = []
      for (const one of walk) {
        const name = choose(await stateIn(customer), one)
        path.push(name)
        customer = await walkStep(customer, name)
        await expectSense(customer, path.join(' → '))
        done.add(name)
      }
    }),
    { numRuns: 50 },
  )
  expect(done.size).toBe(names.length)
}, 60_000)
