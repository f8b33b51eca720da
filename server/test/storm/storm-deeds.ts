import { rooms } from '@showroom/contract'
import type { Call } from '@showroom/contract/kernel/call'
import { addDays } from '@showroom/contract/kernel/day'
import type { App } from '../../src/app.ts'
import { buildCustomer, newCustomer, phoneFollow } from '../../src/customer/customer.factory.ts'
import type { BuiltCustomer } from '../../src/customer/customer.factory.ts'
import { wakeDue } from '../../src/customer/defeat/wake.job.ts'
import { buildConsultant, newLead, sendLeads, sendRaw } from '../../src/lead/intake.factory.ts'
import type { BuiltSource } from '../../src/lead/intake.factory.ts'
import { autoValid, buildLead, buildStore, manualValid } from '../../src/lead/lead.factory.ts'
import { sendStep } from '../../src/order/maker.factory.ts'
import { quickOrder, vehicle, submission } from '../../src/order/order.factory.ts'
import { secondsOf } from '../../src/platform/clock.ts'
import { Random } from '../../src/seed/random.ts'
import { send } from '../app.ts'
import type { TestApp } from '../app.ts'
import { price } from '../reviewing.ts'
import { sheetRow, storeSheet } from '../sheets.ts'

/**
 * Concurrent operations on ten customers of a store that lock several customers, orders or leads, or involve several
 * rooms. Each operation picks a target in a fitting state; by the time it runs the target may have changed, and the
 * call is refused.
 */

/** The response to a deed; undefined if no target existed, or if the deed has no response. */
type Answered = { readonly httpStatus: number; readonly status?: string } | undefined
type Deed = () => Promise<Answered>

/** The outside senders. */
export interface Senders {
  readonly leads: BuiltSource
  readonly orders: BuiltSource
  readonly records: BuiltSource
}

interface Slot {
  readonly customer: BuiltCustomer
  readonly mobile: string
}

export async function openStorm(
  app: TestApp,
  nodes: readonly App[],
  senders: Senders,
  policy: number,
): Promise<{ deeds: Readonly<Record<string, Deed>>; pick: <Item>(items: readonly Item[]) => Item }> {
  const { db } = app
  const random = new Random(policy)
  const { dealerId, admin, worker, consultant } = await buildStore(app, policy)
  const { code } = await db
    .selectFrom('dealer')
    .select('code')
    .where('id', '=', dealerId)
    .executeTakeFirstOrThrow()
  const members = [
    consultant,
    await buildConsultant(app, dealerId),
    await buildConsultant(app, dealerId),
    await buildConsultant(app, dealerId),
  ]
  const now = secondsOf(app.now())
  const node = () => random.pick(nodes)
  const post = <C extends Call>(call: C, body: object, by = admin) => send(node(), call, by.token, body)
  const mobileOf = (beginning: number, at: number) => `${beginning}${policy}${String(at).padStart(7, '0')}`
  let numbers = 0
  /** Adds one of the ten: as a new customer, or up to an order; interference by others is part of the storm. */
  const fill = async (): Promise<Slot> => {
    const mobile = mobileOf(137, (numbers += 1))
    const customer = await buildCustomer(app, consultant, { mobile })
    const at = random.pick(['new', 'submitted', 'approved', 'delivered'] as const)
    if (at === 'submitted' || at === 'approved') await order(customer, at === 'approved')
    if (at === 'delivered')
      await db.updateTable('deal').set({ level: 'D' }).where('id', '=', customer.dealId).execute()
    return { customer, mobile }
  }
  const order = async (
    file: { customerId: number; dealId: number },
    isAgreedTo: boolean,
  ): Promise<Answered> => {
    const made = await post(rooms.order.order, quickOrder(app, { ...file, activityId: 0 }))
    if (!made.orderId) return made
    const submitted = await post(rooms.order.submitOrder, submission(made.orderId))
    return isAgreedTo ? post(rooms.order.confirmOrder, { orderId: made.orderId }) : submitted
  }
  const slots: Slot[] = []
  for (let made = 0; made < 10; made++) slots.push(await fill())

  const anyId = () => random.pick(slots).customer.customerId
  const anyIds = (count: number) => Array.from({ length: count }, anyId)
  const memberId = () => random.pick(members).memberId
  /** A number that several deeds bring to the store, each as if it were the first. */
  const stranger = () => mobileOf(138, random.int(1, 200))

  /** The file of one of the ten at one of these levels. */
  async function fileAt(levels: readonly string[], isWaiting = false) {
    const files = await db
      .selectFrom('deal')
      .select(['customer_id as customerId', 'id as dealId'])
      .where('dealer_id', '=', dealerId)
      .where(
        'customer_id',
        'in',
        slots.map(({ customer }) => customer.customerId),
      )
      .where('is_current', '=', true)
      .where('level', 'in', levels)
      .where('waiting_fail_review', '=', isWaiting)
      .execute()
    return files.length > 0 ? random.pick(files) : undefined
  }
  async function orderAt(...statuses: number[]) {
    const orders = await db
      .selectFrom('vehicle_order')
      .select(['id as orderId', 'order_no as orderNo', 'customer_id as customerId', 'deal_id as dealId'])
      .where('dealer_id', '=', dealerId)
      .where('status', 'in', statuses)
      .orderBy('id', 'desc')
      .limit(20)
      .execute()
    return orders.length > 0 ? random.pick(orders) : undefined
  }
  const onOrder = async (statuses: number[], call: Call, more: object = {}): Promise<Answered> => {
    const target = await orderAt(...statuses)
    return target && post(call, { orderId: target.orderId, ...more })
  }
  async function visitInside() {
    const visits = await db
      .selectFrom('visit')
      .select('id as visitId')
      .where('dealer_id', '=', dealerId)
      .where('left_at', 'is', null)
      .execute()
    return visits.length > 0 ? random.pick(visits) : undefined
  }
  const openActivityOf = async (dealId: number): Promise<number> => {
    const open = await db
      .selectFrom('activity')
      .select('id')
      .where('deal_id', '=', dealId)
      .where('completed_at', 'is', null)
      .where('cancelled_at', 'is', null)
      .executeTakeFirst()
    return open?.id ?? 0
  }
  let deliveries = 0
  const sendRecord = (path: string, body: object) =>
    sendRaw(
      app,
      senders.records,
      JSON.stringify({ dealerCode: code, deliveryId: `storm-${policy}-${(deliveries += 1)}`, ...body }),
      { path: `/open/v1/${path}`, node: node() },
    )

  const handingOver: Readonly<Record<string, Deed>> = {
    batchReassign: () =>
      post(rooms.customer.batchReassign, { customerIds: anyIds(6).join(), memberId: memberId() }),
    async undo() {
      const terms = { customerIds: anyIds(4).join(), memberId: memberId() }
      const { undoId } = await post(rooms.customer.batchReassign, terms)
      return undoId ? post(rooms.base.undo, { undoId }) : undefined
    },
    bulk: () =>
      post(rooms.customer.bulk, {
        action: random.pick(['tag', 'wake', 'reassign']),
        filter: {},
        memberId: memberId(),
        addTags: random.pick(['急购', '展会']),
      }),
    reassign: () => post(rooms.customer.reassign, { customerId: anyId(), memberId: memberId() }),
    async leave() {
      // Leaves out the first member, who refills the ten.
      const [leaver, heir = consultant] = random.sample(members.slice(1), 2)
      if (!leaver) return undefined
      const left = await post(rooms.team.memberLeave, {
        memberId: leaver.memberId,
        newMemberId: heir.memberId,
        newTopUserId: admin.memberId,
      })
      return left.leaveId ? post(rooms.team.memberLeaveBack, { leaveId: left.leaveId }) : left
    },
    async merge() {
      const [master, slave] = random.sample(slots, 2)
      if (!master || !slave) return undefined
      const answer = await post(rooms.customer.merge, {
        masterCustomerId: master.customer.customerId,
        slaveCustomerId: slave.customer.customerId,
      })
      if (answer.status === '0') slots[slots.indexOf(slave)] = await fill()
      return answer
    },
  }

  const following: Readonly<Record<string, Deed>> = {
    async follow() {
      const file = await fileAt(['N', 'H', 'A', 'B', 'C', 'O'])
      if (!file) return undefined
      const activityId = await openActivityOf(file.dealId)
      return post(rooms.customer.follow, phoneFollow(app, { ...file, activityId }))
    },
    sleep: () => post(rooms.customer.pause, { customerId: anyId(), resumeDuration: 7 }),
    async wake() {
      await wakeDue(node(), new Date(app.now().getTime() + 100 * 86_400_000))
      return undefined
    },
    async defeat() {
      const file = await fileAt(['N', 'H', 'A', 'B', 'C'])
      return file && post(rooms.customer.fail, { ...file, ...price })
    },
    async agree() {
      const file = await fileAt(['N', 'H', 'A', 'B', 'C'], true)
      return file && post(rooms.review.confirmFail, { ...file, remark: '' })
    },
    async agreeAll() {
      const waiting = await db
        .selectFrom('defeat_request')
        .select('id')
        .where('dealer_id', '=', dealerId)
        .where('reviewed_at', 'is', null)
        .execute()
      const requestIds = waiting.map(({ id }) => id).join()
      return requestIds ? post(rooms.review.confirmFails, { requestIds }) : undefined
    },
    async reject() {
      const file = await fileAt(['N', 'H', 'A', 'B', 'C'], true)
      const terms = { crossRecall: random.int(1, 2), memberId: memberId(), nextDate: addDays(now, 1) }
      return file && post(rooms.review.rejectFail, { ...file, ...terms, remark: '再争取' })
    },
    async revive() {
      const file = await fileAt(['F'])
      const next = { level: 'H', specIds: '1201', nextActivityType: 1, nextDate: addDays(now, 1) }
      return file && post(rooms.customer.relive, { ...file, ...next, memberId: memberId(), remark: '又来了' })
    },
    async buyAgain() {
      const file = await fileAt(['D'])
      const slot = slots.find(({ customer }) => customer.customerId === file?.customerId)
      if (!slot) return undefined
      const again = { newType: 2, oldCustomerId: slot.customer.customerId, mobile: slot.mobile }
      const form = { ...again, businessType: 2, addPurchaseOldSeriesId: 1201, assignMemberId: memberId() }
      return post(rooms.customer.add, newCustomer(app, form))
    },
  }

  const ordering: Readonly<Record<string, Deed>> = {
    async order() {
      const file = await fileAt(['N', 'H', 'A', 'B', 'C', 'O', 'D'])
      return file && order(file, false)
    },
    submit: () => onOrder([1], rooms.order.submitOrder, { buyer: submission(0).buyer }),
    withdraw: () => onOrder([2], rooms.order.recall),
    approve: () => onOrder([2], rooms.order.confirmOrder),
    turnDown: () => onOrder([2], rooms.order.rejectOrder, { reason: '价格' }),
    cancel: () => onOrder([1, 3], rooms.order.cancelOrder, { reason: 'qxyy01', remark: '' }),
    async makerMoves() {
      const target = await orderAt(3, 15)
      const step = {
        dealerCode: code,
        status: random.pick([15, 16]),
        deliveryId: `${policy}-${(deliveries += 1)}`,
      }
      return target && sendStep(app, senders.orders, { ...step, orderNo: target.orderNo }, node())
    },
    async deliver() {
      const target = await orderAt(3)
      if (!target) return undefined
      const { customerId, dealId, orderId } = target
      return post(rooms.order.deliver, {
        customerId,
        dealId,
        orderId,
        ...vehicle,
        deliverDate: now,
        price: 90_000,
        downPayment: 5000,
        payType: 1,
        payInsurance: false,
        nextRecall: false,
        nextDate: 0,
        remark: '',
      })
    },
  }

  const leads: Readonly<Record<string, Deed>> = {
    async clear() {
      const mobile = random.chance(0.7) ? random.pick(slots).mobile : stranger()
      const clueId = await buildLead(app, { dealerId }, { mobile })
      const valid = policy === 3 ? { ...autoValid(clueId, app.now()), mobile } : manualValid(clueId)
      const chosen = policy === 3 ? {} : { memberId: memberId() }
      return post(rooms.lead.clear, { ...valid, ...chosen }, random.pick([admin, worker]))
    },
    async assign() {
      const waiting = await db
        .selectFrom('lead')
        .select('id')
        .where('dealer_id', '=', dealerId)
        .where('status', '=', 5)
        .orderBy('id', 'desc')
        .limit(20)
        .execute()
      const clueIdArr = waiting.map(({ id }) => id)
      return clueIdArr.length > 0
        ? post(rooms.lead.batchAssign, { clueIdArr, memberId: memberId() })
        : undefined
    },
    async wait() {
      await buildLead(app, { dealerId }, { mobile: random.pick(slots).mobile, status: 5 })
      return undefined
    },
    intake() {
      const mobiles = [...random.sample(slots, 3).map(({ mobile }) => mobile), stranger()]
      const sent = mobiles.map((mobile) => newLead(code, { mobile }))
      return sendLeads(app, senders.leads, sent, { node: node() })
    },
  }

  const coming: Readonly<Record<string, Deed>> = {
    arrive: () => post(rooms.customer.informCome, { customerId: anyId() }),
    register: () =>
      post(
        rooms.customer.add,
        newCustomer(app, { newType: 1, mobile: stranger(), assignMemberId: memberId() }),
      ),
    async receive() {
      const visit = await visitInside()
      return visit && post(rooms.desk.receive, { ...visit, memberId: memberId(), evenIfBusy: true })
    },
    async depart() {
      const visit = await visitInside()
      return visit && post(rooms.desk.leave, visit)
    },
    async import() {
      const rows = [stranger(), random.pick(slots).mobile, stranger()].map((手机号) => sheetRow({ 手机号 }))
      const answer = await post(rooms.transfer.startImport, {
        file: await storeSheet(app, admin, rows),
        fileName: '客户.xlsx',
      })
      await node().importWork.run()
      return answer
    },
    called: () =>
      sendRecord('calls', {
        mobile: random.pick(slots).mobile,
        startedAt: now - 60,
        seconds: random.int(1, 300),
      }),
    drove: () =>
      sendRecord('testDrives', {
        mobile: random.pick(slots).mobile,
        seriesCode: 'LY-SJ',
        drivenAt: now - 600,
      }),
    contact: () =>
      sendRecord('contacts', {
        mobile: random.chance(0.5) ? stranger() : random.pick(slots).mobile,
        name: '山间客',
      }),
  }

  return {
    deeds: { ...handingOver, ...following, ...ordering, ...leads, ...coming },
    pick: (items) => random.pick(items),
  }
}
