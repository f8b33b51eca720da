import { rooms } from '@showroom/contract'
import { addDays } from '@showroom/contract/kernel/day'
import { againForm, newCustomer, phoneFollow } from '../../src/customer/customer.factory.ts'
import { deliver as sendLead, newLead } from '../../src/lead/intake.factory.ts'
import { manualValid } from '../../src/lead/lead.factory.ts'
import { quickOrder, vehicle, submission } from '../../src/order/order.factory.ts'
import { sheetRow, storeSheet } from '../sheets.ts'
import { joinStaff } from './work-days.ts'
import type { Acts, File, WorkDays } from './work-days.ts'

/**
 * The acts of the random days in `work-days.ts`, each through the product's calls; false if it was refused or found
 * no target.
 */

const givenUp = { failReason: 2, failSubReason: 21, remark: '超预算' }

function add(w: WorkDays): Promise<boolean> {
  const level = w.random.pick(['N', 'H', 'A', 'B', 'C'] as const)
  return w.ok(
    rooms.customer.add,
    w.anybody(),
    newCustomer(w.app, {
      level,
      mobile: `139${String(w.random.int(0, 99_999_999)).padStart(8, '0')}`,
      specIds: w.random.pick(['1201', '1203', '1203,1201']),
      fromSource: w.random.pick([1, 2, 3, 5]),
      nextDate: addDays(w.now, 1),
    }),
  )
}

/** The desk registers new traffic for a consultant. */
async function walkIn(w: WorkDays): Promise<boolean> {
  const owner = w.anybody()
  const { customerId = 0, dealId = 0 } = await w.ask(
    rooms.customer.add,
    w.boss,
    newCustomer(w.app, {
      mobile: `137${String(w.random.int(0, 99_999_999)).padStart(8, '0')}`,
      specIds: w.random.pick(['1201', '1203']),
      fromSource: 2,
      newType: 1,
      assignMemberId: owner.memberId,
    }),
  )
  return customerId > 0 && arrived(w, { customerId, dealId, ownerId: owner.memberId })
}

/** Writes an arrival, with the member who receives the customer at once: the owner if free. */
async function arrived(w: WorkDays, file: File): Promise<true> {
  w.confirmArrival(file)
  const { data = [] } = await w.ask(rooms.desk.getBoard, w.boss, {})
  const receiverId = data.find(({ customerId }) => customerId === file.customerId)?.receiverId ?? 0
  return receiverId === 0 || w.receive(file.customerId, receiverId)
}

/** Acts on a customer in the showroom. */
async function onPresent(
  w: WorkDays,
  act: (visit: { visitId: number; customerId: number; receiverId: number }) => Promise<boolean>,
): Promise<boolean> {
  const { data = [] } = await w.ask(rooms.desk.getBoard, w.boss, {})
  return data.length > 0 && act(w.random.pick(data))
}

function receive(w: WorkDays): Promise<boolean> {
  return onPresent(w, async ({ visitId, customerId, receiverId }) => {
    const { memberId } = w.anybody()
    const form = { visitId, memberId, receiverId, evenIfBusy: true }
    return (await w.ok(rooms.desk.receive, w.boss, form)) && w.receive(customerId, memberId)
  })
}

/** A customer leaves the showroom, or only seems to. */
function depart(w: WorkDays): Promise<boolean> {
  return onPresent(w, async ({ visitId, customerId }) => {
    const { undoId = 0 } = await w.ask(rooms.desk.leave, w.boss, { visitId })
    if (w.random.chance(0.3)) return w.ok(rooms.base.undo, w.boss, { undoId })
    return w.depart(customerId)
  })
}

/** A lead with a new number, or with a known one. */
async function lead(w: WorkDays): Promise<boolean> {
  const customer = await w.app.db
    .selectFrom('customer')
    .select('mobile')
    .where('dealer_id', '=', w.boss.dealerId)
    .where('merged_into_id', 'is', null)
    .limit(20)
    .execute()
  const mobile =
    customer.length > 0 && w.random.chance(0.3)
      ? w.random.pick(customer).mobile
      : `138${String(w.random.int(0, 99_999_999)).padStart(8, '0')}`
  const answer = await sendLead(w.app, w.random.pick(w.sources), [newLead(w.code, { mobile })])
  return answer.httpStatus === 202
}

async function onLead(
  w: WorkDays,
  status: readonly number[],
  act: (clueId: number) => Promise<boolean>,
): Promise<boolean> {
  const leads = await w.app.db
    .selectFrom('lead')
    .select('id')
    .where('dealer_id', '=', w.boss.dealerId)
    .where('status', 'in', [...status])
    .orderBy('id')
    .execute()
  return leads.length > 0 && act(w.random.pick(leads).id)
}

function clear(w: WorkDays): Promise<boolean> {
  return onLead(w, [1, 12], (clueId) => {
    const how = w.random.weighted([
      ['valid', 5],
      ['invalid', 2],
      ['noContact', 1],
    ] as const)
    if (how === 'noContact') return w.ok(rooms.lead.noContact, w.boss, { clueId, remark: '没接' })
    // An agent does not choose the owner; a supervisor does, at once or later.
    const isBoss = w.random.chance(0.5)
    return w.ok(
      rooms.lead.clear,
      isBoss ? w.boss : w.agent,
      how === 'valid'
        ? { ...manualValid(clueId), memberId: isBoss ? w.anybody().memberId : 0 }
        : { clueId, isValid: false, invalidReason: 1 },
    )
  })
}

function assign(w: WorkDays): Promise<boolean> {
  return onLead(w, [5], (clueId) =>
    w.ok(rooms.lead.assign, w.boss, { clueId, memberId: w.anybody().memberId }),
  )
}

/** Id of the file's open activity; 0 for none. */
async function openActivity(w: WorkDays, { dealId }: File): Promise<number> {
  const open = await w.app.db
    .selectFrom('activity')
    .select('id')
    .where('deal_id', '=', dealId)
    .where('completed_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  return open?.id ?? 0
}

/** Series that a customer is interested in by now; the first is the main one. */
const anySeries = (w: WorkDays): string => w.random.pick(['1201', '1203', '1203,1201'])

function follow(w: WorkDays): Promise<boolean> {
  return w.onFile(async (file) => {
    const by = w.staff.find(({ memberId }) => memberId === file.ownerId) ?? w.boss
    const activityId = await openActivity(w, file)
    const type = w.random.pick([1, 1, 14, 2, 3] as const)
    const isSuspend = w.random.chance(0.1)
    const ends = !isSuspend && w.random.chance(0.1)
    const followed = await w.ok(
      rooms.customer.follow,
      by,
      phoneFollow(
        w.app,
        { ...file, activityId },
        {
          completedActivityType: type,
          ...(type === 2 && { comeDuration: 1 }),
          ...(type === 3 && { testSpecId: 1202, testResult: 1 }),
          nextDate: addDays(w.now, 1),
          specIds: anySeries(w),
          ...(isSuspend && { isSuspend, resumeDuration: 30 }),
          ...(ends && { level: 'F', ...givenUp }),
        },
      ),
    )
    if (!followed) return false
    if (type === 2 || type === 3) w.describeVisit(file, by.memberId, type === 2)
    w.write(type === 2 ? 'offlineFollows' : type === 3 ? 'testDrives' : 'talks', by.memberId, file)
    return !isSuspend || w.write('dormancies', file.ownerId, file)
  })
}

/** A call agrees on a visit or on a test drive with the store's car, by the hour of today or tomorrow. */
function appoint(w: WorkDays): Promise<boolean> {
  return w.onFile(async (file) => {
    const by = w.staff.find(({ memberId }) => memberId === file.ownerId) ?? w.boss
    const activityId = await openActivity(w, file)
    const isDrive = w.random.chance(0.4)
    const plan = isDrive
      ? ({ nextActivityType: 3, nextTestSpecId: 1201, nextCarId: w.carId, nextMinutes: 60 } as const)
      : ({ nextActivityType: 2, nextMinutes: 30 } as const)
    const hour = w.random.int(36, 66) * 900
    const days = addDays(w.now, 0) + hour < w.now ? 1 : w.random.int(0, 1)
    const nextDate = addDays(w.now, days) + hour
    const form = phoneFollow(w.app, { ...file, activityId }, { ...plan, nextDate })
    return (await w.ok(rooms.customer.follow, by, form)) && w.write('talks', by.memberId, file)
  })
}

/** A call plans a visit for another hour than a customer can still be invited to: yesterday, or earlier today. The server may refuse it. */
function planLate(w: WorkDays): Promise<boolean> {
  return w.onFile(async (file) => {
    const activityId = await openActivity(w, file)
    const quarter = Math.floor(w.now / 900) * 900
    const nextDate = w.random.chance(0.5) ? addDays(w.now, -1) + 14 * 3600 : quarter
    const form = phoneFollow(
      w.app,
      { ...file, activityId },
      { nextActivityType: 2, nextMinutes: 30, nextDate },
    )
    if (await w.ok(rooms.customer.follow, w.boss, form)) w.write('talks', w.boss.memberId, file)
    return true
  })
}

/** A customer comes, and agrees in the showroom on an hour later that day. */
function planInStore(w: WorkDays): Promise<boolean> {
  const nextDate = addDays(w.now, 0) + w.random.int(40, 66) * 900
  if (nextDate < w.now) return Promise.resolve(false)
  return w.onFile(async (file) => {
    if (!(await comeIn(w, file))) return false
    const activityId = await openActivity(w, file)
    const plan = { nextActivityType: 2, nextMinutes: 30, nextDate } as const
    const form = phoneFollow(w.app, { ...file, activityId }, plan)
    return (await w.ok(rooms.customer.follow, w.boss, form)) && w.write('talks', w.boss.memberId, file)
  })
}

/** A customer drives again after the order. */
function driveOrdered(w: WorkDays): Promise<boolean> {
  return w.onFile(async (file) => {
    const activityId = await openActivity(w, file)
    const way = { completedActivityType: 3, testSpecId: 1202, testResult: 1, level: 'O' } as const
    const next = { nextActivityType: 1, nextDate: addDays(w.now, 1), specIds: anySeries(w) } as const
    const form = phoneFollow(w.app, { ...file, activityId }, { ...way, ...next })
    if (!(await w.ok(rooms.customer.follow, w.boss, form))) return false
    w.describeVisit(file, w.boss.memberId, false)
    return w.write('testDrives', w.boss.memberId, file)
  }, 'O')
}

/** An appointment is moved by a quarter to two hours. */
async function moveAppointment(w: WorkDays): Promise<boolean> {
  const planned = await w.app.db
    .selectFrom('activity')
    .select(['id as activityId', 'customer_id as customerId', 'due_at as dueAt'])
    .where('dealer_id', '=', w.boss.dealerId)
    .where('minutes', 'is not', null)
    .where('completed_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .orderBy('id')
    .execute()
  if (planned.length === 0) return false
  const { dueAt, ...one } = w.random.pick(planned)
  const startsAt = dueAt.getTime() / 1000 + w.random.int(1, 8) * 900
  return w.ok(rooms.appointment.move, w.boss, { ...one, startsAt, minutes: 45 })
}

/**
 * A test drive: the car comes back if it is out, otherwise its keys are handed over for a planned drive, or for a customer without an
 * appointment. Some steps are undone.
 */
async function drive(w: WorkDays): Promise<boolean> {
  const out = await w.app.db
    .selectFrom('test_drive')
    .select(['id', 'out_km'])
    .where('dealer_id', '=', w.boss.dealerId)
    .where('back_at', 'is', null)
    .executeTakeFirst()
  if (out)
    return undoable(w, rooms.appointment.takeBack, {
      driveId: out.id,
      backKm: out.out_km + w.random.int(3, 30),
    })
  const planned = await w.app.db
    .selectFrom('activity')
    .select(['id as activityId', 'customer_id as customerId', 'deal_id as dealId', 'owner_id as ownerId'])
    .where('dealer_id', '=', w.boss.dealerId)
    .where('type', '=', 3)
    .where('completed_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .orderBy('id')
    .execute()
  const form = { carId: w.carId, outKm: 1000, agreement: 2 } as const
  if (planned.length === 0 || w.random.chance(0.5))
    return w.onFile(async (file) => {
      const completes = await hasVisitDue(w, file)
      const start = { ...form, customerId: file.customerId, minutes: 30 }
      if (!(await undoable(w, rooms.appointment.walkUp, start))) return false
      if (completes) w.write('offlineFollows', file.ownerId, file)
      return arrived(w, file)
    })
  const { activityId, ...file } = w.random.pick(planned)
  const keys = { ...form, customerId: file.customerId, activityId }
  return (await undoable(w, rooms.appointment.handOver, keys)) && arrived(w, file)
}

/** Makes a call, and sometimes undoes it at once. */
async function undoable(
  w: WorkDays,
  call:
    | typeof rooms.appointment.handOver
    | typeof rooms.appointment.takeBack
    | typeof rooms.appointment.walkUp,
  form: object,
): Promise<boolean> {
  const { status, undoId = 0 } = await w.ask(call, w.boss, form)
  if (status !== '0') return false
  return w.random.chance(0.8) || w.ok(rooms.base.undo, w.boss, { undoId })
}

/** Whether an arrival completes a visit of the owner, planned until today. */
async function hasVisitDue(w: WorkDays, { dealId }: File): Promise<boolean> {
  const planned = await w.app.db
    .selectFrom('activity')
    .select('id')
    .where('deal_id', '=', dealId)
    .where('type', '=', 2)
    .where('completed_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('due_at', '<', new Date(addDays(w.now, 1) * 1000))
    .executeTakeFirst()
  return planned !== undefined
}

/** The desk confirms an arrival, which completes the owner's visit planned until today, or only seems to. */
const arrive = (w: WorkDays): Promise<boolean> => w.onFile((file) => comeIn(w, file, 0.3))

async function comeIn(w: WorkDays, file: File, mistakes = 0): Promise<boolean> {
  const completes = await hasVisitDue(w, file)
  const { status, undoId = 0 } = await w.ask(rooms.customer.informCome, w.boss, file)
  if (status !== '0') return false
  if (undoId > 0 && w.random.chance(mistakes)) return w.ok(rooms.base.undo, w.boss, { undoId })
  if (completes) w.write('offlineFollows', file.ownerId, file)
  return arrived(w, file)
}

const recalled = (w: WorkDays) => ({
  completedDate: w.now,
  contactStatus: 1,
  birthdayRecall: false,
  nextRecall: false,
  nextDate: 0,
  remark: '很满意',
})

function revisit(w: WorkDays): Promise<boolean> {
  return w.onFile(async (file) => {
    const visited = await w.ok(rooms.customer.recall, w.boss, { ...file, activityId: 0, ...recalled(w) })
    return visited && w.write('revisits', w.boss.memberId, file)
  }, 'D')
}

/** A planned return visit of a delivered car whose customer has bought again. */
async function revisitPast(w: WorkDays): Promise<boolean> {
  const planned = await w.app.db
    .selectFrom('activity as a')
    .innerJoin('deal as d', 'd.id', 'a.deal_id')
    .select(['a.id as activityId', 'd.customer_id as customerId', 'd.id as dealId', 'd.owner_id as ownerId'])
    .where('d.dealer_id', '=', w.boss.dealerId)
    .where('d.superseded_at', 'is not', null)
    .where('a.completed_at', 'is', null)
    .where('a.cancelled_at', 'is', null)
    .orderBy('a.id')
    .execute()
  if (planned.length === 0) return false
  const file = w.random.pick(planned)
  const visited = await w.ok(rooms.customer.recall, w.boss, { ...file, ...recalled(w) })
  return visited && w.write('revisits', w.boss.memberId, file)
}

function pause(w: WorkDays): Promise<boolean> {
  return w.onFile(
    async (file) =>
      (await w.ok(rooms.customer.pause, w.boss, { ...file, resumeDuration: 7 })) &&
      w.write('dormancies', file.ownerId, file),
  )
}

async function resume(w: WorkDays): Promise<boolean> {
  const asleep = await w.app.db
    .selectFrom('deal')
    .select(['customer_id as customerId', 'id as dealId'])
    .where('dealer_id', '=', w.boss.dealerId)
    .where('is_current', '=', true)
    .where('suspended_at', 'is not', null)
    .orderBy('id')
    .execute()
  return asleep.length > 0 && w.ok(rooms.customer.resume, w.boss, w.random.pick(asleep))
}

/** Acts on a file with a waiting defeat. */
async function onRequest(w: WorkDays, act: (file: File) => Promise<boolean>): Promise<boolean> {
  const waiting = await w.app.db
    .selectFrom('deal')
    .select(['customer_id as customerId', 'id as dealId', 'owner_id as ownerId'])
    .where('dealer_id', '=', w.boss.dealerId)
    .where('waiting_fail_review', '=', true)
    .orderBy('id')
    .execute()
  return waiting.length > 0 && act(w.random.pick(waiting))
}

function agree(w: WorkDays): Promise<boolean> {
  return onRequest(
    w,
    async (file) =>
      (await w.ok(rooms.review.confirmFail, w.boss, { ...file, remark: '' })) &&
      w.write('defeats', file.ownerId, file),
  )
}

function reject(w: WorkDays): Promise<boolean> {
  return onRequest(w, (file) =>
    w.ok(rooms.review.rejectFail, w.boss, {
      ...file,
      crossRecall: 2,
      memberId: w.anybody().memberId,
      nextDate: addDays(w.now, 1),
      remark: '再联系',
    }),
  )
}

function revive(w: WorkDays): Promise<boolean> {
  return w.onFile(async (file) => {
    const revived = await w.ok(rooms.customer.relive, w.boss, {
      ...file,
      memberId: w.anybody().memberId,
      level: 'H',
      specIds: '1201',
      nextActivityType: 1,
      nextDate: addDays(w.now, 1),
      remark: '又来了',
    })
    if (!revived) return false
    for (const entry of w.book)
      if (entry.what === 'defeats' && entry.dealId === file.dealId) entry.isVoid = true
    return true
  }, 'F')
}

function approve(w: WorkDays): Promise<boolean> {
  return w.onOrder(
    2,
    async (orderId, file) =>
      (await w.ok(rooms.order.confirmOrder, w.boss, { orderId })) &&
      w.write('orders', file.ownerId, file, { orderId }),
  )
}

function cancel(w: WorkDays): Promise<boolean> {
  return w.onOrder(w.random.pick([1, 3]), async (orderId) => {
    if (!(await w.ok(rooms.order.cancelOrder, w.boss, { orderId, reason: 'qxyy01', remark: '' })))
      return false
    for (const entry of w.book) if (entry.orderId === orderId) entry.isVoid = true
    return true
  })
}

/** Delivers today, or reports it a day later with this chance. */
function deliver(w: WorkDays, late: number): Promise<boolean> {
  return w.onOrder(3, async (orderId, file) => {
    const nextRecall = w.random.chance(0.7)
    const at = w.random.chance(late) ? addDays(w.now, -1) + 3600 : w.now
    const delivered = await w.ok(rooms.order.deliver, w.boss, {
      ...file,
      orderId,
      ...vehicle,
      deliverDate: at,
      price: 90_000,
      downPayment: 5000,
      payType: 1,
      payInsurance: false,
      nextRecall,
      nextDate: nextRecall ? addDays(w.now, 1) : 0,
      remark: '',
    })
    return delivered && w.write('deliveries', file.ownerId, file, { at, orderId })
  })
}

function merge(w: WorkDays): Promise<boolean> {
  return w.onFile((master) =>
    w.onFile(
      async (slave) =>
        (await w.ok(rooms.customer.merge, w.boss, {
          masterCustomerId: master.customerId,
          slaveCustomerId: slave.customerId,
        })) && w.mergeVisits(master.customerId, slave.customerId),
    ),
  )
}

/** Buys another car after the delivery. */
function buyAgain(w: WorkDays): Promise<boolean> {
  return w.onFile(async (file) => {
    const { editable } = await w.ask(rooms.customer.get, w.boss, file)
    return w.ok(rooms.customer.add, w.boss, againForm(w.app, file, editable))
  }, 'D')
}

/** Hands a customer over, and takes that back at once. */
function reassignAndUndo(w: WorkDays): Promise<boolean> {
  return w.onFile(async ({ customerId }) => {
    const form = { customerIds: String(customerId), memberId: w.anybody().memberId, remark: '' }
    const { undoId = 0 } = await w.ask(rooms.customer.batchReassign, w.boss, form)
    return undoId > 0 && w.ok(rooms.base.undo, w.boss, { undoId })
  })
}

/** Finds a lead unreachable or invalid, and takes that back at once. */
function clearAndUndo(w: WorkDays): Promise<boolean> {
  return onLead(w, [1, 12], async (clueId) => {
    const { undoId = 0 } = w.random.chance(0.5)
      ? await w.ask(rooms.lead.noContact, w.boss, { clueId, remark: '关机' })
      : await w.ask(rooms.lead.clear, w.boss, { clueId, isValid: false, invalidReason: 1 })
    return undoId > 0 && w.ok(rooms.base.undo, w.boss, { undoId })
  })
}

/** A member of staff signs in or out, here or elsewhere. */
const sign = (w: WorkDays): Promise<boolean> =>
  w.ok(rooms.attendance.sign, w.anybody(), {
    type: w.random.pick([1, 1, 2]),
    isOutside: w.random.chance(0.2),
    address: '',
    remark: '',
  })

/** A member leaves, and a new one joins. */
async function leave(w: WorkDays): Promise<boolean> {
  const [leaver, heir] = w.random.sample(w.staff, 2)
  if (!leaver || !heir) return false
  const left = await w.ok(rooms.team.memberLeave, w.boss, {
    memberId: leaver.memberId,
    newMemberId: heir.memberId,
    newTopUserId: w.boss.memberId,
  })
  if (!left) return false
  w.dropReceiver(leaver.memberId)
  w.staff.splice(w.staff.indexOf(leaver), 1, await joinStaff(w.app, w.boss.dealerId))
  return true
}

async function importFiles(w: WorkDays): Promise<boolean> {
  const file = await storeSheet(w.app, w.boss, [sheetRow(), sheetRow({ 客户来源: '转介绍' })])
  const answer = await w.ask(rooms.transfer.startImport, w.boss, { file, fileName: '客户.xlsx' })
  await w.app.app.importWork.run()
  return answer.status === '0'
}

/** Fills in or replaces what files lack, by a sheet with the numbers of customers on file. */
async function importUpdates(w: WorkDays): Promise<boolean> {
  const customer = await w.app.db
    .selectFrom('customer')
    .select('mobile')
    .where('dealer_id', '=', w.boss.dealerId)
    .where('merged_into_id', 'is', null)
    .orderBy('id', 'desc')
    .limit(3)
    .execute()
  const rows = customer.map(({ mobile }) =>
    sheetRow({ 手机号: mobile, 购车区县: '滨江区', 意向车系: '青屿' }),
  )
  const file = await storeSheet(w.app, w.boss, rows)
  const begun = { file, fileName: '更新.xlsx', preview: true }
  const { importId = 0 } = await w.ask(rooms.transfer.startImport, w.boss, begun)
  await w.app.app.importWork.run()
  await w.ask(rooms.transfer.checkImport, w.boss, { importId, way: w.random.pick([1, 2] as const) })
  await w.app.app.importWork.run()
  const answer = await w.ask(rooms.transfer.commitImport, w.boss, { importId })
  await w.app.app.importWork.run()
  return answer.status === '0'
}

/** Corrects a wrong source of the customer. */
function correct(w: WorkDays): Promise<boolean> {
  return w.onFile(async (file) => {
    const { editable, rowVersion } = await w.ask(rooms.customer.get, w.boss, file)
    const isOnline = w.random.chance(0.5)
    const corrected = isOnline
      ? { fromSource: 98, otherSource: w.random.int(1, 3) }
      : { fromSource: w.random.pick([1, 2, 3, 5]), otherSource: 0 }
    return w.ok(rooms.customer.edit, w.boss, {
      ...file,
      ...editable,
      rowVersion,
      original: editable,
      ...corrected,
    })
  })
}

/** Relative frequency of each act. */
export const acts: Acts = {
  add: [8, add],
  walkIn: [4, walkIn],
  receive: [6, receive],
  depart: [4, depart],
  lead: [6, lead],
  clear: [8, clear],
  assign: [6, assign],
  follow: [18, follow],
  arrive: [6, arrive],
  appoint: [8, appoint],
  moveAppointment: [3, moveAppointment],
  planLate: [3, planLate],
  planInStore: [6, planInStore],
  driveOrdered: [3, driveOrdered],
  drive: [8, drive],
  revisit: [5, revisit],
  revisitPast: [5, revisitPast],
  pause: [3, pause],
  resume: [2, resume],
  defeat: [4, (w) => w.onFile((file) => w.ok(rooms.customer.fail, w.boss, { ...file, ...givenUp }))],
  agree: [6, agree],
  reject: [2, reject],
  revive: [3, revive],
  order: [
    8,
    (w) => w.onFile((file) => w.ok(rooms.order.order, w.boss, quickOrder(w.app, { ...file, activityId: 0 }))),
  ],
  submit: [8, (w) => w.onOrder(1, (orderId) => w.ok(rooms.order.submitOrder, w.boss, submission(orderId)))],
  approve: [8, approve],
  turnDown: [
    1,
    (w) => w.onOrder(2, (orderId) => w.ok(rooms.order.rejectOrder, w.boss, { orderId, reason: '价格' })),
  ],
  cancel: [2, cancel],
  handOver: [5, (w) => deliver(w, 0.3)],
  buyAgain: [4, buyAgain],
  reassign: [
    6,
    (w) =>
      w.onFile((file) =>
        w.ok(rooms.customer.reassign, w.boss, {
          customerId: file.customerId,
          memberId: w.anybody().memberId,
          remark: '',
        }),
      ),
  ],
  reassignAndUndo: [2, reassignAndUndo],
  clearAndUndo: [2, clearAndUndo],
  sign: [4, sign],
  correct: [4, correct],
  merge: [2, merge],
  leave: [0.4, leave],
  import: [0.6, importFiles],
  importUpdates: [0.6, importUpdates],
}

/** Acts that correct a fact of an earlier day. */
const corrections = new Set(['cancel', 'revive', 'merge', 'reassignAndUndo', 'clearAndUndo'])

/** All other acts, with deliveries reported on their day. Those that once changed numbers of past days are drawn more often. */
export const laterActs: Acts = {
  ...Object.fromEntries(Object.entries(acts).filter(([name]) => !corrections.has(name))),
  handOver: [10, (w) => deliver(w, 0)],
  buyAgain: [12, buyAgain],
  driveOrdered: [16, driveOrdered],
  correct: [16, correct],
}
