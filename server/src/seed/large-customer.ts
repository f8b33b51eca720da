import { activityType } from '@showroom/contract/customer/customer.rules'
import { addDays, daySeconds, dayStart, dayText } from '@showroom/contract/kernel/day'
import { consultantRole, salesSeat } from './large-network.ts'
import type { LargeDealer, LargeMember } from './large-network.ts'
import type { LargeBuyer } from './large-order.ts'
import { femaleGender, maleGender, mobilePrefixes, personName } from './people.ts'
import { Random } from './random.ts'
import { catalogue, competitorSeries } from './vehicles.ts'
import { instant } from './workday.ts'

/** Rows of one customer of a large network: short histories, spread evenly over two years, the same for the same number. */

/** Tables of similar total size, each group filled by its own connection. A foreign key stays within its group. */
export const largeTables = [
  ['timeline'],
  ['activity', 'visit', 'reception', 'defeat_request', 'suspension', 'lead', 'lead_event'],
  ['customer', 'group_mobile'],
  ['deal', 'vehicle_order', 'vehicle_order_line', 'vehicle_order_buyer'],
] as const
export type LargeTable = (typeof largeTables)[number][number]
/** Rows by table; keys are column names. */
export type LargeRows = Record<LargeTable, object[]>

/** Customers are spread over this many days, up to today. */
const spreadDays = 730
export const timelineRows = 5
/** Timeline step of the visit, for customers who come to the store. */
const visitStep = 2
/** Activity ids per customer: one completed, one open. */
export const activityIds = 2

const levels = [
  ['N', 6],
  ['H', 12],
  ['A', 18],
  ['B', 18],
  ['C', 14],
  ['O', 5],
  ['D', 13],
  ['F', 14],
] as const
const onlineSource = 98
const sources = [
  [1, 12],
  [2, 30],
  [3, 8],
  [5, 7],
  [6, 8],
  [96, 4],
  [onlineSource, 25],
] as const
const followLevels = new Set(['N', 'H', 'A', 'B', 'C'])
const windows: Readonly<Record<string, number>> = { N: 2, H: 6, A: 14, B: 30, C: 90, O: 10 }
const remarks = [
  '客户关注空间与配置，已发送资料',
  '已报落地价，客户回家商量',
  '客户本周较忙，约定下次联系',
  '客户正在对比竞品，已说明差异',
  '询问金融方案，已发送月供表',
  '客户带家人看车，整体满意',
]

/** Permutes eight digits, so that the mobiles of a dealer are all different. Every 50th is also known to other stores of the group. */
const permute = (number: number, offset: number): string =>
  String((BigInt(number + 1) * 48_271_007n + BigInt(offset) * 77_777_777n) % 100_000_000n).padStart(8, '0')
const sharedPrefix = '133'
const ownPrefixes = mobilePrefixes.filter((prefix) => prefix !== sharedPrefix)
export const mobileOf = (dealer: LargeDealer, number: number): string =>
  number % 50 === 0
    ? sharedPrefix + permute(number, dealer.groupId)
    : (ownPrefixes[number % ownPrefixes.length] as string) + permute(number, dealer.id)

/** Three of fifty customers come from online leads. */
export const isFromLead = (number: number): boolean => number % 50 < 3
/** One in a hundred of the customers being followed has a defeat request that waits for review. */
const askingSlot = 7

export interface LargeIds {
  /** Number of the customer within the dealer. */
  readonly number: number
  /** Id of both the customer and the deal. */
  readonly id: number
  readonly activity: number
  readonly timeline: number
  /** Id of both the visit and the reception. */
  readonly visit: number
}

/** Facts shared by all rows of one customer. */
interface Life {
  readonly ids: LargeIds
  readonly dealer: LargeDealer
  readonly owner: LargeMember
  readonly level: string
  readonly district: string
  readonly suspended: boolean
  /** Has a defeat request that waits for review. */
  readonly asksDefeat: boolean
  readonly arrived: boolean
  /** Times of the timeline rows. */
  readonly steps: readonly number[]
  readonly lastAt: number
  /** 0 if nothing is planned. */
  readonly nextAt: number
  readonly nextType: number
}

/** Facts about the customer that its lead needs. */
export interface LargeFile {
  readonly customerId: number
  readonly name: string
  readonly mobile: string
  readonly owner: LargeMember
  readonly otherSource: number
  readonly seriesId: number
  readonly createdAt: number
  readonly followedAt: number
  /** Facts that its order needs. */
  readonly buyer: LargeBuyer
}

/** Adds the rows of a customer. */
export function narrateLargeCustomer(
  rows: LargeRows,
  dealer: LargeDealer,
  consultants: readonly LargeMember[],
  ids: LargeIds,
  now: number,
): LargeFile {
  const random = new Random(Math.imul(ids.id, 0x9e3779b1) + 17)
  const life = makeLife(random, dealer, random.pick(consultants), ids, now)
  const customer = customerRow(random, life)
  const deal = dealRow(random, life, now)
  rows.customer.push(customer)
  rows.group_mobile.push({ group_id: dealer.groupId, mobile: customer.mobile, dealer_id: dealer.id })
  rows.deal.push(deal)
  const [seriesId] = deal.series_ids
  rows.activity.push(...activityRows(life, deal.from_source, seriesId))
  rows.timeline.push(...life.steps.map((at, step) => timelineRow(random, life, at, step)))
  if (deal.arrived_at) addVisit(rows, life, deal.arrived_at, seriesId)
  rows.defeat_request.push(...defeatRows(life, deal.fail_reason, seriesId))
  if (life.suspended) rows.suspension.push(suspensionRow(life, deal.resume_duration, seriesId))
  const { steps, owner } = life
  const [createdAt = now, followedAt = now] = steps
  const { name, mobile } = customer
  return {
    customerId: ids.id,
    name,
    mobile,
    owner,
    otherSource: deal.other_source,
    seriesId,
    createdAt,
    followedAt,
    buyer: {
      dealer,
      owner,
      level: life.level,
      isFollowed: !life.suspended && !life.asksDefeat,
      customerId: ids.id,
      name,
      mobile,
      district: life.district,
      seriesId,
      businessType: deal.business_type,
      fromSource: deal.from_source,
      otherSource: deal.other_source,
      createdAt,
      lastAt: life.lastAt,
    },
  }
}

function makeLife(random: Random, dealer: LargeDealer, owner: LargeMember, ids: LargeIds, now: number): Life {
  const createdAt = createdWithin(random, now)
  const level = random.weighted(levels)
  const suspended = followLevels.has(level) && random.chance(0.03)
  const asksDefeat = !suspended && ids.number % 100 === askingSlot && followLevels.has(level)
  const window = suspended || asksDefeat ? undefined : windows[level]
  const endsAt = window ? lastContact(random, window, now) : createdAt + random.int(20, 60) * daySeconds
  const steps = timesOf(createdAt, Math.min(endsAt, now), now)
  const lastAt = steps.at(-1) ?? createdAt
  return {
    ids,
    dealer,
    owner,
    level,
    district: random.pick(dealer.city.districts).name,
    suspended,
    asksDefeat,
    arrived: level === 'O' || level === 'D' || random.chance(0.5),
    steps,
    lastAt,
    nextAt: window ? addDays(lastAt, window) : 0,
    nextType: window
      ? level === 'O'
        ? activityType.revisit
        : random.pick([1, 1, 1, activityType.wecom])
      : 0,
  }
}

const createdOf = ({ steps, owner }: Life) => ({ created_at: instant(steps[0] ?? 0), created_by: owner.id })

function customerRow(random: Random, life: Life) {
  const { ids, dealer, district } = life
  const gender = random.chance(0.34) ? femaleGender : maleGender
  return {
    dealer_id: dealer.id,
    id: ids.id,
    name: personName(random, gender),
    mobile: mobileOf(dealer, ids.number),
    gender,
    tags: random.chance(0.2) ? '家庭首购' : '',
    province: dealer.city.province,
    city: dealer.city.city,
    area: district,
    is_wecom: random.chance(0.35),
    current_deal_id: ids.id,
    ...createdOf(life),
  }
}

function dealRow(random: Random, life: Life, now: number) {
  const { ids, dealer, owner, level, steps, arrived, suspended, nextAt } = life
  const source = isFromLead(ids.number) ? onlineSource : random.weighted(sources)
  const businessType = random.pick([1, 1, 1, 2, 3])
  const lastAt = instant(life.lastAt)
  const visitAt = arrived ? instant(steps[visitStep] ?? life.lastAt) : null
  const sold = level === 'O' || level === 'D'
  const resumeDays = suspended ? random.pick([15, 30, 60, 90]) : 0
  return {
    dealer_id: dealer.id,
    id: ids.id,
    customer_id: ids.id,
    owner_id: owner.id,
    level,
    from_source: source,
    other_source: source === onlineSource ? random.int(1, 16) : 0,
    business_type: businessType,
    budget: random.int(1, 7),
    buy_province: dealer.city.province,
    buy_city: dealer.city.city,
    buy_area: life.district,
    is_remote: 2,
    is_replace: businessType === 3,
    series_ids: [random.pick(catalogue.series).id] as const,
    competitor_series_ids: random.chance(0.4) ? [random.pick(competitorSeries).id] : [],
    ...createdOf(life),
    last_follow_at: lastAt,
    follow_count: timelineRows - 1,
    next_follow_at: nextAt ? instant(nextAt) : null,
    next_activity_type: life.nextType,
    arrived_at: visitAt,
    arrival_kind: arrived ? random.int(1, 2) : 0,
    test_driven_at: arrived && random.chance(0.5) ? visitAt : null,
    ordered_at: sold ? lastAt : null,
    delivered_at: level === 'D' ? lastAt : null,
    pay_type: sold ? random.int(1, 2) : 0,
    fail_reason: level === 'F' || life.asksDefeat ? random.pick([1, 2, 7, 99]) : 0,
    waiting_fail_review: life.asksDefeat,
    failed_at: level === 'F' ? lastAt : null,
    suspended_at: suspended ? lastAt : null,
    resume_duration: resumeDays,
    resume_at: suspended ? instant(addDays(now, random.int(1, resumeDays))) : null,
  }
}

/** The latest completed contact, and the next one if planned. */
function activityRows(life: Life, fromSource: number, seriesId: number): object[] {
  const { ids, dealer, owner, lastAt, nextAt } = life
  const shared = {
    dealer_id: dealer.id,
    customer_id: ids.id,
    deal_id: ids.id,
    owner_id: owner.id,
    from_source: fromSource,
  }
  const done = {
    ...shared,
    id: ids.activity,
    type: activityType.call,
    due_at: instant(dayStart(lastAt)),
    created_at: createdOf(life).created_at,
    completed_at: instant(lastAt),
    completed_type: activityType.call,
    completed_by: owner.id,
    main_series_id: seriesId,
    result: { contactType: 1, event: 4, remark: remarks[0] },
  }
  if (!nextAt) return [done]
  const open = {
    ...shared,
    id: ids.activity + 1,
    type: life.nextType,
    due_at: instant(nextAt),
    created_at: instant(lastAt),
    completed_at: null,
    completed_type: null,
    completed_by: null,
    main_series_id: null,
    result: null,
  }
  return [done, open]
}

/** A completed visit to the store. */
function addVisit(rows: LargeRows, { ids, dealer, owner }: Life, arrivedAt: Date, seriesId: number): void {
  rows.visit.push({
    dealer_id: dealer.id,
    id: ids.visit,
    customer_id: ids.id,
    day: dayText(arrivedAt.getTime() / 1000),
    type: (ids.number % 2) + 1,
    registered_at: arrivedAt,
    registered_by: owner.id,
    came_at: arrivedAt,
    receiver_id: owner.id,
    received_at: arrivedAt,
    left_at: arrivedAt,
    deal_id: ids.id,
    owner_id: owner.id,
    first_receiver_id: owner.id,
    main_series_id: seriesId,
  })
  rows.reception.push({
    dealer_id: dealer.id,
    id: ids.visit,
    member_id: owner.id,
    visit_id: ids.visit,
    received_at: arrivedAt,
  })
}

/** The defeat request of a customer in review or defeated. */
function defeatRows(
  { ids, dealer, owner, level, asksDefeat, lastAt }: Life,
  reason: number,
  seriesId: number,
): object[] {
  if (level !== 'F' && !asksDefeat) return []
  const decided = level === 'F'
  return [
    {
      dealer_id: dealer.id,
      customer_id: ids.id,
      deal_id: ids.id,
      requested_by: owner.id,
      requested_at: instant(lastAt - (decided ? daySeconds : 0)),
      reason,
      remark: '多次联系，客户明确表示不再考虑',
      follow_times: timelineRows - 1,
      state: decided ? 1 : 0,
      reviewed_by: decided ? dealer.members[salesSeat]?.id : null,
      reviewed_at: decided ? instant(lastAt) : null,
      owner_id: decided ? owner.id : null,
      main_series_id: decided ? seriesId : null,
    },
  ]
}

const suspensionRow = ({ ids, dealer, owner, lastAt }: Life, days: number, seriesId: number) => ({
  dealer_id: dealer.id,
  customer_id: ids.id,
  deal_id: ids.id,
  owner_id: owner.id,
  member_id: owner.id,
  began_at: instant(lastAt),
  days,
  main_series_id: seriesId,
})

function timelineRow(random: Random, life: Life, at: number, step: number): object {
  const { ids, dealer, owner } = life
  const visit = life.arrived && step === visitStep
  const happened = visit ? '到店时长：30-60分钟' : '沟通方式：电话；发生事件：其他'
  return {
    dealer_id: dealer.id,
    id: ids.timeline + step,
    customer_id: ids.id,
    deal_id: ids.id,
    created_at: instant(at),
    member_id: owner.id,
    owner_name: owner.name,
    level: step === timelineRows - 1 ? life.level : 'A',
    type: step === 0 ? 7 : visit ? activityType.visit : activityType.call,
    subject: step === 0 ? '建档' : visit ? '到店' : '沟通',
    content: step === 0 ? '新建客户档案' : `${happened}；备注：${random.pick(remarks)}`,
  }
}

/** A time within working hours in the last two years, never in the future. */
function createdWithin(random: Random, now: number): number {
  const at = addDays(now, -random.int(0, spreadDays - 1)) + random.int(9 * 3600, 18 * 3600)
  return at < now ? at : at - daySeconds
}

/** Latest contact of a customer being followed, so that the next one is in the future; a twelfth are overdue. */
const lastContact = (random: Random, window: number, now: number): number =>
  now - (random.chance(0.08) ? window + random.int(1, 5) : random.int(0, window)) * daySeconds

/** Times of the timeline up to the last contact: whole days apart, or minutes for a recent file. */
function timesOf(createdAt: number, lastAt: number, now: number): number[] {
  const steps = timelineRows - 1
  const days = Math.floor((lastAt - createdAt) / daySeconds)
  const dayGap = Math.floor(days / steps)
  const minutes = Math.min(1800, Math.floor((now - createdAt) / timelineRows))
  return Array.from({ length: timelineRows }, (_, step) => {
    if (dayGap <= 0) return createdAt + step * minutes
    // The remainder of the division goes before the last contact.
    return createdAt + (step === steps ? days : step * dayGap) * daySeconds
  })
}

export const consultantsOf = (dealer: LargeDealer): readonly LargeMember[] =>
  dealer.members.filter(({ role }) => role === consultantRole)
