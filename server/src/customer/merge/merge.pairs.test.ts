import { rooms } from '@showroom/contract'
import { asksToChoose, currentAfterMerge, isLive } from '@showroom/contract/customer/merge.rules'
import { activityType } from '@showroom/contract/customer/customer.rules'
import { followLevels } from '@showroom/contract/customer/level.rules'
import type { Level } from '@showroom/contract/customer/level.rules'
import { taskFilter } from '@showroom/contract/task/task.rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actionsOn } from '../../../test/actions.ts'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildLead } from '../../lead/lead.factory.ts'
import { buildDealer, buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { buildCustomer } from '../customer.factory.ts'
import type { BuiltCustomer } from '../customer.factory.ts'
import { stageLine } from '../../order/order.factory.ts'

/** Merges files of every state into files of every state. Everything live in either must be in a list of its owner afterwards. */

interface State {
  readonly name: string
  readonly level: Level
  readonly isSuspend?: boolean
  readonly isWaiting?: boolean
  /** Type of the planned activity; missing without a plan. */
  readonly plan?: number
  /** Status of an order. */
  readonly order?: number
}

const states: readonly State[] = [
  ...followLevels.map((level) => ({ name: `${level} planned`, level, plan: activityType.call })),
  { name: 'B unplanned', level: 'B' },
  { name: 'B with a draft order', level: 'B', plan: activityType.visit, order: 1 },
  { name: 'O planned', level: 'O', plan: activityType.revisit, order: 3 },
  { name: 'O unplanned', level: 'O', order: 4 },
  { name: 'D', level: 'D', order: 14 },
  { name: 'D with a return visit', level: 'D', plan: activityType.revisit, order: 14 },
  { name: 'D delivered by the maker, who orders again', level: 'D', plan: activityType.revisit, order: 2 },
  { name: 'F', level: 'F' },
  { name: 'dormant', level: 'A', isSuspend: true },
  { name: 'dormant, ordered', level: 'O', isSuspend: true, order: 3 },
  { name: 'waiting for a review', level: 'H', isWaiting: true },
]
const asleep = ({ isSuspend = false, level }: State) => ({ isSuspend, level })

let app: TestApp
let manager: BuiltMember
let owners: { master: BuiltMember; slave: BuiltMember }
beforeAll(async () => {
  app = await createTestApp()
  const dealerId = await buildDealer(app.db)
  manager = await buildMember(app.db, app.now(), { dealerId, role: 3, name: '总监' })
  owners = {
    master: await buildMember(app.db, app.now(), { dealerId, name: '许安', isActive: true }),
    slave: await buildMember(app.db, app.now(), { dealerId, name: '沈知行', isActive: true }),
  }
})
afterAll(() => app.close())

const { order, setDeal } = actionsOn(() => ({ app, by: manager }))

/** Builds a file in a state, with a lead that waits for its owner's first call. */
async function buildFile(state: State, owner: BuiltMember) {
  const file = await buildCustomer(app, owner)
  const { customerId, activityId } = file
  const { level, plan = 0, isSuspend = false, isWaiting = false } = state
  const { db } = app
  const change = plan
    ? { type: plan }
    : // A state without a plan has cancelled it.
      { cancelled_at: app.now() }
  await db.updateTable('activity').set(change).where('id', '=', activityId).execute()
  await setDeal(file, {
    level,
    level_before: level === 'O' || level === 'D' ? 'B' : '',
    next_activity_type: plan,
    ...(plan === 0 && { next_follow_at: null }),
    ...(isSuspend && { suspended_at: app.now(), resume_at: new Date(app.now().getTime() + 7 * 86_400_000) }),
  })
  if (isWaiting)
    await app.post(rooms.customer.fail, owner.token, {
      customerId,
      failReason: 2,
      failSubReason: 21,
      remark: '超预算',
    })
  const orderId = state.order ? await orderWithLine(file, state.order) : 0
  const lead = { status: 2, customer_id: customerId, owner_id: owner.memberId, assigned_at: app.now() }
  const leadId = await buildLead(app, owner, lead)
  return { ...file, state, plannedId: plan ? activityId : 0, orderId, leadId }
}
async function orderWithLine(file: BuiltCustomer, status: number): Promise<number> {
  const orderId = await order(file, status)
  const { model_id, series_id } = await app.db
    .selectFrom('model')
    .select(['id as model_id', 'series_id'])
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const line = { model_id, series_id, sku_id: 0, color: '黑', quantity: 1, price_fen: 1, status }
  await stageLine(app, {
    dealer_id: manager.dealerId,
    order_id: orderId,
    sub_order_no: `S${orderId}`,
    ...line,
  })
  await app.db.updateTable('vehicle_order').set({ line_count: 1 }).where('id', '=', orderId).execute()
  return orderId
}

/** All pages of a list, as its reader. */
async function all<Row>(
  page: (pageStart: number) => Promise<{ data?: readonly Row[]; total?: number; text?: string }>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let at = 1; ; at += 1) {
    const { data, total = 0, text } = await page(at)
    if (!data) throw new Error(`the list was refused: ${text}`)
    rows.push(...data)
    if (rows.length >= total || data.length === 0) return rows
  }
}

async function listsOf({ token }: BuiltMember) {
  const pageCount = 50
  const customers = await all((pageStart) =>
    app.post(rooms.customer.list, token, { pageStart, pageCount, type: 0 }),
  )
  const tasks = (filterType: number) =>
    all((pageStart) =>
      app.post(rooms.task.list, token, { pageStart, pageCount, activityType: 0, filterType }),
    )
  const orders = await all((pageStart) =>
    app.post(rooms.order.search, token, { pageId: pageStart, pageSize: pageCount }),
  )
  const leads = await all((pageStart) =>
    app.post(rooms.lead.list, token, { pageStart, pageCount, activityType: 6 }),
  )
  return {
    customers: new Map(customers.map((row) => [row.customerId, row])),
    open: new Map((await tasks(taskFilter.pending)).map((row) => [row.activityId, row])),
    done: new Map((await tasks(taskFilter.completed)).map((row) => [row.activityId, row])),
    orders: new Set(orders.map((row) => row.id)),
    leads: new Set(leads.map((row) => row.clueId)),
  }
}

type File = Awaited<ReturnType<typeof buildFile>>
type Lists = Awaited<ReturnType<typeof listsOf>>

interface Merged {
  readonly master: File
  readonly slave: File
  /** The slave's owner and plan were chosen. */
  readonly isChosen: boolean
  readonly name: string
}

/** Returns everything live of the two files that is missing from its owner's lists. */
function lossesOf(
  { master, slave, isChosen, name }: Merged,
  lists: { readonly master: Lists; readonly slave: Lists },
  completed: Lists['done'],
): string[] {
  const [m, s] = [asleep(master.state), asleep(slave.state)]
  const asks = asksToChoose(m, s)
  const isSlaves = asks ? isChosen : currentAfterMerge(m, s).current === 'slave'
  const list = isSlaves ? lists.slave : lists.master
  const other = isSlaves ? lists.master : lists.slave
  const both = [master, slave]
  const row = list.customers.get(master.customerId)
  const planned = both.filter(({ plannedId }) => plannedId)
  const open = planned.filter(({ plannedId }) => list.open.has(plannedId))
  const isLiveNow = row && !row.isSuspend && ['N', 'H', 'A', 'B', 'C', 'O'].includes(row.level)
  const isOrdered = both.some(({ state }) => state.level === 'O' && !state.isSuspend)
  /** A plan that is no longer open must be completed as merged, and only if another one was chosen. */
  const isPlanLost = ({ plannedId, state }: File): boolean => {
    if (list.open.has(plannedId)) return false
    const done = completed.get(plannedId)
    return state.level === 'D' || !asks || !done?.isMerged || done.customerId !== master.customerId
  }
  const losses: Readonly<Record<string, boolean>> = {
    'the file is not in its owner’s list': !row,
    'the file is in the other list': other.customers.has(master.customerId),
    'the merged file is in a list': [list, other].some(({ customers }) => customers.has(slave.customerId)),
    'the file sleeps or is lost': (isLive(m) || isLive(s)) && !isLiveNow,
    'the order’s level is gone': isOrdered && row?.level !== 'O',
    'a plan is in the other list': planned.some(({ plannedId }) => other.open.has(plannedId)),
    'a plan is lost': planned.some(isPlanLost),
    'nothing is planned': planned.length > 0 && open.length === 0,
    'the chosen plan is not open': isChosen && asks && slave.plannedId > 0 && !list.open.has(slave.plannedId),
    'the next follow-up has no day':
      row !== undefined &&
      row.level !== 'D' &&
      open.some(({ state }) => state.level !== 'D') &&
      !row.nextFollowDate,
    'an order is in no list': both.some(({ orderId }) => orderId && !list.orders.has(orderId)),
    'a lead is in no list': both.some(({ leadId }) => !list.leads.has(leadId)),
  }
  return Object.keys(losses).flatMap((text) => (losses[text] ? [`${name}: ${text}`] : []))
}

describe('a merge of files in any two states', () => {
  it('keeps everything live in the lists of its owner', { timeout: 600_000 }, async () => {
    const pairs = states.flatMap((ofMaster) => states.map((ofSlave) => ({ ofMaster, ofSlave })))
    const merging = async ({ ofMaster, ofSlave }: (typeof pairs)[number], turn: number) => {
      const master = await buildFile(ofMaster, owners.master)
      const slave = await buildFile(ofSlave, owners.slave)
      // Chooses the slave's owner and plan in every second merge, if there is a choice.
      const isChosen = turn % 2 === 0
      const answer = await app.post(rooms.customer.merge, manager.token, {
        masterCustomerId: master.customerId,
        slaveCustomerId: slave.customerId,
        ...(isChosen && { ownerId: owners.slave.memberId, activityId: slave.plannedId }),
      })
      const waits = ofMaster.isWaiting === true || ofSlave.isWaiting === true
      const name = `${ofMaster.name} <- ${ofSlave.name}${isChosen ? ' (chosen)' : ''}`
      expect(answer, `${name}: ${answer.text}`).toMatchObject(waits ? { code: 2002 } : { status: '0' })
      return { master, slave, isChosen, waits, name }
    }
    const done = []
    for (let at = 0; at < pairs.length; at += 16)
      done.push(
        ...(await Promise.all(pairs.slice(at, at + 16).map((pair, place) => merging(pair, at + place)))),
      )
    const merged = done.filter(({ waits }) => !waits)

    const completed = (await listsOf(manager)).done
    const lists = { master: await listsOf(owners.master), slave: await listsOf(owners.slave) }
    expect(merged.flatMap((one) => lossesOf(one, lists, completed))).toEqual([])

    // Orders in progress belong to the current deal.
    const stray = await app.db
      .selectFrom('vehicle_order as o')
      .innerJoin('deal as d', 'd.id', 'o.deal_id')
      .select('o.id')
      .where('d.is_current', '=', false)
      .where('o.status', 'not in', [8, 14, 19])
      .execute()
    expect(stray).toEqual([])

    // A waiting review blocks the merge: both files remain, and the request still waits.
    const waiting = await all((pageStart) =>
      app.post(rooms.review.failList, manager.token, { pageStart, pageCount: 50, type: 1 }),
    )
    const waitingIds = new Set(waiting.map((row) => row.customerId))
    for (const { master, slave } of done.filter(({ waits }) => waits)) {
      expect(lists.master.customers.has(master.customerId)).toBe(true)
      expect(lists.slave.customers.has(slave.customerId)).toBe(true)
      for (const { customerId } of [master, slave].filter(({ state }) => state.isWaiting))
        expect(waitingIds.has(customerId)).toBe(true)
    }
  })
})
