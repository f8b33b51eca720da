import type { Selectable } from 'kysely'
import type * as tables from '../../src/platform/db/tables.ts'
import type { Database } from '../../src/platform/db/client.ts'

/**
 * Counts a store's numbers a second time, from its rows and by the words of the specification alone: no statement, rule or constant of the
 * product is used, so that a mistake in one of them shows. Seconds are epoch seconds, days are days in Asia/Shanghai.
 */

const day = 86_400
const shift = 8 * 3600
export const dayOf = (at: number): number => Math.floor((at + shift) / day) * day - shift
export const textOf = (at: number): string => new Date((at + shift) * 1000).toISOString().slice(0, 10)
const startOf = (text: string): number => Date.parse(`${text}T00:00:00+08:00`) / 1000
export const secondsOf = (at: Date | null): number => (at ? Math.floor(at.getTime() / 1000) : Infinity)

export type Kind = 'day' | 'week' | 'month' | 'year'
/** Half-open: the first second, and the first after the end. */
export interface Span {
  readonly from: number
  readonly until: number
}

/** The calendar period that holds an instant; weeks begin on Monday. `by` 1 is the next one, -1 the one before. */
export function periodOf(kind: Kind, at: number, by = 0): Span {
  const [year = 0, month = 0] = textOf(at).split('-').map(Number)
  const monthAt = (number: number): number => {
    const first = new Date(Date.UTC(year, number - 1, 1)).toISOString().slice(0, 10)
    return startOf(first)
  }
  const monday = dayOf(at) - ((new Date((at + shift) * 1000).getUTCDay() + 6) % 7) * day
  const starts = {
    day: (n: number) => dayOf(at) + n * day,
    week: (n: number) => monday + n * 7 * day,
    month: (n: number) => monthAt(month + n),
    year: (n: number) => startOf(`${year + n}-01-01`),
  }
  return { from: starts[kind](by), until: starts[kind](by + 1) }
}

type Row<Table> = Selectable<Table>
export interface Facts {
  readonly now: number
  readonly deals: readonly Row<tables.Deal>[]
  readonly leads: readonly Row<tables.Lead>[]
  readonly leadEvents: readonly Row<tables.LeadEvent>[]
  readonly activities: readonly Row<tables.Activity>[]
  readonly drives: readonly Row<tables.TestDrive>[]
  readonly visits: readonly Row<tables.Visit>[]
  readonly receptions: readonly Row<tables.Reception>[]
  readonly orders: readonly Row<tables.VehicleOrder>[]
  readonly lines: readonly Row<tables.VehicleOrderLine>[]
  readonly requests: readonly Row<tables.DefeatRequest>[]
  readonly suspensions: readonly Row<tables.Suspension>[]
  readonly members: readonly Row<tables.Member>[]
  readonly days: readonly Row<tables.AttendanceDay>[]
  readonly signs: readonly Row<tables.AttendanceSign>[]
}

const tableOf = {
  deals: 'deal',
  leads: 'lead',
  leadEvents: 'lead_event',
  activities: 'activity',
  drives: 'test_drive',
  visits: 'visit',
  receptions: 'reception',
  orders: 'vehicle_order',
  lines: 'vehicle_order_line',
  requests: 'defeat_request',
  suspensions: 'suspension',
  members: 'member',
  days: 'attendance_day',
  signs: 'attendance_sign',
} as const satisfies Record<Exclude<keyof Facts, 'now'>, keyof tables.DB>

/** Reads all rows of a store. */
export async function dump(db: Database, dealerId: number, now: Date): Promise<Facts> {
  const read = async (table: (typeof tableOf)[keyof typeof tableOf]): Promise<unknown[]> =>
    db
      .selectFrom(table as 'deal')
      .selectAll()
      .where('dealer_id', '=', dealerId)
      .execute()
  const entries = Object.entries(tableOf).map(async ([name, table]) => [name, await read(table)] as const)
  return { now: secondsOf(now), ...Object.fromEntries(await Promise.all(entries)) } as unknown as Facts
}

/** One thing that counts under one number, with everything it can be looked at by. */
export interface Counted {
  readonly what: string
  readonly at: number
  readonly memberId: number
  readonly source: number
  readonly other: number
  readonly seriesId: number
  readonly hasDriven: boolean
  /** Test-drive car. */
  readonly carId: number
  /** The number grows by more than one: booked or driven minutes. */
  readonly by: number
}

const network = 98
/** Types of activities: call, test drive, return visit, WeCom and video. */
const activityNames: Readonly<Record<number, string>> = {
  1: 'talks',
  3: 'testDrives',
  8: 'revisits',
  14: 'talks',
  15: 'talks',
}
const visit = 2
/** From approved to delivered: the order counts as 订车. */
const approved = new Set([3, 15, 16, 17, 4, 19, 14])

/** Outcome of a lead: 待跟进, 跟进中, 订车, 交车, 战败 or 休眠, by its own deal. */
function fateOf(lead: Row<tables.Lead>, deal: Row<tables.Deal> | undefined): string {
  if (deal?.level === 'F' || (!deal && lead.status === 3)) return 'leadsDefeated'
  if (deal?.suspended_at) return 'leadsDormant'
  if (deal?.level === 'D') return 'leadsDelivered'
  if (deal?.level === 'O') return 'leadsOrdered'
  return lead.first_follow_at ? 'leadsFollowing' : 'leadsToFollow'
}

/** Names of the numbers that a lead counts under today. */
function leadNumbers(lead: Row<tables.Lead>, deal: Row<tables.Deal> | undefined): string[] {
  if (lead.is_repeat) return ['leads', 'leadsRepeat']
  if (lead.status === 4) return ['leads', 'leadsInvalid']
  if (lead.status === 1 || lead.status === 12) return ['leads', 'leadsWaiting']
  const hasOrdered = deal?.level === 'O' || deal?.level === 'D'
  const hasCome = Boolean(deal?.arrived_at) || hasOrdered
  return [
    'leads',
    'leadsValid',
    fateOf(lead, deal),
    ...(hasCome ? ['leadsArrived'] : []),
    ...(hasOrdered ? ['leadsBought'] : []),
  ]
}

/** Whether the file counts in 线索总量 beside the leads: it was opened with an offline source. */
const isWalkIn = ({ opened_source: opened, from_source: today }: Row<tables.Deal>): boolean =>
  (opened ?? today) !== network

function fileNumbers(deal: Row<tables.Deal>): string[] {
  const hasOrdered = deal.level === 'O' || deal.level === 'D'
  const isOnline = deal.from_source === network
  return [
    'files',
    isOnline ? 'filesOnline' : 'filesOffline',
    ...(isWalkIn(deal) ? [isOnline ? 'walkInsOnline' : 'walkIns'] : []),
    ...('NHABC'.includes(deal.level) ? [`level${deal.level}`] : []),
    ...(deal.arrived_at ? ['filesArrived'] : []),
    ...(deal.arrived_at || hasOrdered ? ['filesReached'] : []),
    ...(hasOrdered ? ['filesBought'] : []),
  ]
}

/** Names of the numbers that a completed activity counts under; arrivals are counted by their visits. */
function activityNumbers(type: number | null, isOffline: boolean): string[] {
  const name = activityNames[type ?? 0]
  const isFollow = name !== undefined || type === visit
  return [...(name ? [name] : []), ...(isOffline && isFollow ? ['offlineFollows'] : [])]
}

/** Everything that counts in this store, under every number. */
export function countedOf(facts: Facts): Counted[] {
  const dealOf = new Map(facts.deals.map((deal) => [deal.id, deal]))
  const counted: Counted[] = []
  const add = (names: readonly string[], at: Date | null, memberId: number | null, of: Partial<Counted>) => {
    const rest = { source: 0, other: 0, seriesId: 0, hasDriven: false, carId: 0, by: 1, ...of }
    for (const what of names) counted.push({ what, at: secondsOf(at), memberId: memberId ?? 0, ...rest })
  }
  const byDeal = (id: number | null) => {
    const deal = dealOf.get(id ?? 0)
    return {
      source: deal?.from_source ?? 0,
      other: deal?.other_source ?? 0,
      seriesId: deal?.series_ids[0] ?? 0,
    }
  }
  /** The deal's source of today, and the series that the row kept. */
  const then = (row: { deal_id: number | null; main_series_id: number | null }) => ({
    ...byDeal(row.deal_id),
    seriesId: row.main_series_id ?? NaN,
  })
  const hasDriven = (dealId: number, by: Date | null): boolean =>
    facts.activities.some(
      (one) =>
        one.deal_id === dealId && one.completed_type === 3 && secondsOf(one.completed_at) <= secondsOf(by),
    )

  for (const deal of facts.deals)
    if (!deal.merged_at) add(fileNumbers(deal), deal.created_at, deal.owner_id, byDeal(deal.id))
  for (const lead of facts.leads)
    add(leadNumbers(lead, dealOf.get(lead.deal_id ?? 0)), lead.created_at, lead.owner_id, {
      source: network,
      other: lead.source_id,
      seriesId: lead.series_id ?? 0,
    })
  for (const one of facts.activities) {
    const names = activityNumbers(one.completed_type, byDeal(one.deal_id).source !== network)
    if (one.completed_at) add(names, one.completed_at, one.completed_by, then(one))
  }
  for (const one of facts.activities) {
    const isOpen = !one.completed_at && !one.cancelled_at
    const carId = one.test_car_id ?? 0
    if (!one.minutes || one.is_late || (one.kept === null && !isOpen)) continue
    const hasCome = facts.visits.some(
      ({ customer_id: id, day: on }) => id === one.customer_id && on === textOf(secondsOf(one.due_at)),
    )
    const result = one.kept === null ? [] : hasCome ? ['invitedCame', 'carCame'] : ['noShows', 'carNoShows']
    const names = ['invited', 'carBookings', ...result].filter((name) => carId > 0 || !name.startsWith('car'))
    const owner = one.kept_owner_id ?? one.owner_id
    const of = { ...(one.kept === null ? byDeal(one.deal_id) : then(one)), carId }
    add(names, one.due_at, owner, of)
    if (carId > 0) add(['carMinutes'], one.due_at, owner, { ...of, by: one.minutes })
  }
  for (const {
    activity_id: activityId,
    car_id: carId,
    out_at: out,
    back_at: back,
    ...drive
  } of facts.drives) {
    const plan = facts.activities.find(({ id }) => id === activityId)
    if (!plan || !back) continue
    const minutes = Math.max(1, Math.round((back.getTime() - out.getTime()) / 60_000))
    const of = { ...then({ ...drive, deal_id: plan.deal_id }), carId, by: minutes }
    add(['carDriven'], back, drive.owner_id, of)
  }
  for (const one of facts.visits) {
    const [first] = facts.receptions
      .filter(({ visit_id: visitId }) => visitId === one.id)
      .toSorted((a, b) => a.id - b.id)
    add(['visits'], one.registered_at, first?.member_id ?? one.owner_id, then(one))
  }
  for (const order of facts.orders) {
    const [line] = facts.lines.filter((one) => one.order_id === order.id).toSorted((a, b) => a.id - b.id)
    const of = { ...byDeal(order.deal_id), seriesId: line?.series_id ?? 0 }
    const { deal_id: dealId, reviewed_at: approvedAt, delivered_at: deliveredAt } = order
    if (approved.has(order.status))
      add(['orders'], approvedAt, order.approved_owner_id, {
        ...of,
        hasDriven: hasDriven(dealId, approvedAt),
      })
    if (order.status === 19 || order.status === 14)
      add(['deliveries'], deliveredAt, order.delivered_owner_id, {
        ...of,
        hasDriven: hasDriven(dealId, deliveredAt),
      })
  }
  for (const one of facts.requests)
    if (one.state === 1 && !one.revived_at)
      add(['defeats'], one.reviewed_at, one.owner_id, {
        ...then(one),
        hasDriven: hasDriven(one.deal_id, one.reviewed_at),
      })
  for (const one of facts.suspensions) add(['dormancies'], one.began_at, one.owner_id, then(one))
  return counted
}

/** Number of counted things under a name in a span; `fits` narrows them further. */
export const countIn = (
  counted: readonly Counted[],
  what: string,
  { from, until }: Span,
  fits: (one: Counted) => boolean = () => true,
): number =>
  counted
    .filter((one) => one.what === what && one.at >= from && one.at < until && fits(one))
    .reduce((sum, one) => sum + one.by, 0)

/** Percent with one decimal; null without a whole. */
export const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 10
export const change = (now: number, before: number): number | null => share(now - before, before)

/** Whether a lead was valid just before an instant, by its history. */
function wasValid({ leadEvents }: Facts, lead: Row<tables.Lead>, before: number): boolean {
  if (lead.is_repeat) return false
  const results: string[] = []
  const history = leadEvents
    .filter((one) => one.lead_id === lead.id && secondsOf(one.created_at) < before)
    .toSorted((a, b) => a.id - b.id)
  for (const { result } of history) {
    if (['清洗有效', '清洗无效', '未接通'].includes(result)) results.push(result)
    if (result.startsWith('撤销')) results.pop()
  }
  return results.at(-1) === '清洗有效'
}

/** 线索总量, 有效, 首次到店 and 订车 of the leads of a span and of the files opened offline, as they were just before an instant. */
export function funnelOf(facts: Facts, { from, until }: Span, before: number, seriesId = 0): number[] {
  const dealOf = new Map(facts.deals.map((deal) => [deal.id, deal]))
  const isIn = (at: Date): boolean => secondsOf(at) >= from && secondsOf(at) < until
  const hasOrdered = (deal: Row<tables.Deal> | undefined): boolean =>
    (deal?.level === 'O' || deal?.level === 'D') &&
    facts.orders.some(
      (one) => one.deal_id === deal.id && approved.has(one.status) && secondsOf(one.reviewed_at) < before,
    )
  const reached = (deal: Row<tables.Deal> | undefined): number =>
    hasOrdered(deal) ? 3 : deal && secondsOf(deal.arrived_at) < before ? 2 : 1
  const leads = facts.leads
    .filter((one) => isIn(one.created_at) && (seriesId === 0 || one.series_id === seriesId))
    .map((one) => (wasValid(facts, one, before) ? reached(dealOf.get(one.deal_id ?? 0)) : 0))
  const files = facts.deals
    .filter((one) => !one.merged_at && isWalkIn(one) && isIn(one.created_at))
    .filter((one) => seriesId === 0 || one.series_ids[0] === seriesId)
    .map(reached)
  return [0, 1, 2, 3].map((stage) => [...leads, ...files].filter((one) => one >= stage).length)
}

/** Places among stores by their numbers: equal numbers share one, and the next is skipped. */
export const placeOf = (own: number, all: readonly number[], isFewestFirst: boolean): number =>
  1 + all.filter((one) => (isFewestFirst ? one < own : one > own)).length

/** Person-days of a member in a span of days. */
export function attendanceOf(facts: Facts, memberId: number, { from, until }: Span) {
  const sum = { due: 0, actual: 0, absent: 0, late: 0, early: 0, outside: 0 }
  const minuteOf = (at: number): number => Math.floor((at - dayOf(at)) / 60)
  const minute = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
  for (let at = from; at < until; at += day) {
    const opened = facts.days.find((one) => one.day === textOf(at))
    const signs = facts.signs
      .filter((one) => one.member_id === memberId && one.day === textOf(at))
      .toSorted((a, b) => a.signed_at.getTime() - b.signed_at.getTime())
    if (signs.some(({ is_outside: isOutside }) => isOutside)) sum.outside += 1
    if (!opened || opened.is_rest) continue
    const member = facts.members.find(({ id }) => id === memberId)
    const isOpen = !opened.settled_at && opened.day === textOf(facts.now)
    const isDue = isOpen
      ? member?.status === 0 && !member.left_at && member.modules.includes('签到')
      : opened.due_ids.includes(memberId)
    if (!isDue) continue
    const isOver = facts.now >= at + minute(opened.off_time) * 60
    const [first] = signs
    const lastOut = signs.findLast(({ type }) => type === 2)
    if (first || isOver) sum.due += 1
    if (first) sum.actual += 1
    if (!first && isOver) sum.absent += 1
    if (first && minuteOf(secondsOf(first.signed_at)) > minute(opened.in_time)) sum.late += 1
    if (lastOut && minuteOf(secondsOf(lastOut.signed_at)) < minute(opened.off_time)) sum.early += 1
  }
  return sum
}
