import { agreementKind } from '@showroom/contract/appointment/drive.schema'
import { hoursText } from '@showroom/contract/customer/appointment.rules'
import type { Span } from '@showroom/contract/customer/appointment.rules'
import { activityType, timelineType } from '@showroom/contract/customer/customer.rules'
import { followLevels } from '@showroom/contract/customer/level.rules'
import { dayStart, dayText } from '@showroom/contract/kernel/day'
import { seriesNameOf } from './cars.ts'
import type { DemoMember } from './network.ts'
import { signatureOf } from './pictures.ts'
import type { ActivityRow, CarRow, DealRow, Ledger, TimelineRow } from './rows.ts'
import type { Store, World } from './store.ts'
import { planPart } from './wording.ts'
import { instant } from './workday.ts'

/** The ledger as the stories about appointments read and change it. The rows are those that the product writes. */

export const minute = 60
export const hour = 3600
export const opensAt = 9 * hour
export const closesAt = 18 * hour
export const quarter = 15 * minute

/** Author of rows about what a customer did by the link of a text. */
export const customerItself = { id: 0, name: '客户' } as const
type Writer = Pick<DemoMember, 'id' | 'name'>

export const secondsOf = (at: Date | null): number => (at?.getTime() ?? 0) / 1000
export const dayOf = (at: Date): number => dayStart(secondsOf(at))
export const isOpen = (one: ActivityRow): boolean => !one.completed_at && !one.cancelled_at
export const usualLength = (type: number): number => (type === activityType.testDrive ? 60 : 30)
export const spanOf = (one: ActivityRow): Span => ({
  startsAt: secondsOf(one.due_at),
  minutes: one.minutes ?? 0,
})

/** The ledger by deal. */
export class Book {
  readonly world: World
  readonly deals: ReadonlyMap<number, DealRow>
  readonly #rows = new Map<number, TimelineRow[]>()

  constructor(world: World) {
    this.world = world
    this.deals = new Map(world.ledger.deals.map((deal) => [deal.id, deal]))
    for (const row of world.ledger.timeline) this.rowsOf(row.deal_id).push(row)
  }

  rowsOf(dealId: number): TimelineRow[] {
    const rows = this.#rows.get(dealId) ?? []
    this.#rows.set(dealId, rows)
    return rows
  }

  /** The deal's latest row at an instant. */
  lastRow(dealId: number, at: number): TimelineRow | undefined {
    return this.rowsOf(dealId).reduce<TimelineRow | undefined>((last, row) => {
      const time = secondsOf(row.created_at)
      return time <= at && time >= secondsOf(last?.created_at ?? null) ? row : last
    }, undefined)
  }

  /** The row in which an activity was planned. */
  planOf({ deal_id: dealId, created_at: at, due_at: dueAt }: ActivityRow): TimelineRow | undefined {
    const plan = `下次跟进：${dayText(secondsOf(dueAt))}`
    return this.rowsOf(dealId).findLast(
      (row) => row.created_at.getTime() <= at.getTime() && row.content.includes(plan),
    )
  }

  write(
    one: ActivityRow,
    at: number,
    subject: string,
    content: string,
    by: Writer,
    more: object | false = {},
  ): void {
    const row: TimelineRow = {
      dealer_id: one.dealer_id,
      id: 0,
      customer_id: one.customer_id,
      deal_id: one.deal_id,
      created_at: instant(at),
      member_id: by.id,
      owner_name: by.name,
      level: this.lastRow(one.deal_id, at)?.level ?? 'N',
      type: timelineType.annotated,
      subject,
      content,
      lead_id: 0,
      call_id: 0,
      share_id: 0,
      order_id: 0,
      order_status: 0,
      audio_key: '',
      ...more,
    }
    this.rowsOf(one.deal_id).push(row)
    this.world.ledger.timeline.push(row)
  }
}

/** A test drive whose mileage is not known yet. */
interface Course {
  readonly activity: ActivityRow
  readonly car: CarRow
  readonly outAt: number
  readonly backAt: number | null
}

/** The appointments of one store. */
export class Chapter {
  readonly world: World
  readonly store: Store
  readonly book: Book
  readonly ledger: Ledger
  readonly activities: readonly ActivityRow[]
  readonly open: readonly ActivityRow[]
  readonly cars: readonly CarRow[]
  readonly today: number
  /** Taken spans of owners and cars. */
  readonly taken = new Map<string, Span[]>()
  readonly courses: Course[] = []
  /** Test drives that are under way. */
  readonly out = new Set<ActivityRow>()
  /** Takes a customer for one event. Returns false if another event has. */
  readonly untouched: (one: ActivityRow) => boolean

  constructor(world: World, store: Store, book: Book) {
    this.world = world
    this.store = store
    this.book = book
    this.ledger = world.ledger
    this.today = dayStart(world.now)
    const ofStore = ({ dealer_id: id }: { dealer_id: number }): boolean => id === store.dealer.id
    this.activities = world.ledger.activities.filter(ofStore)
    this.open = this.activities.filter(isOpen)
    this.cars = world.ledger.cars.filter(ofStore)
    const busy = new Set<number>()
    this.untouched = (one) => !busy.has(one.deal_id) && busy.add(one.deal_id) !== undefined
  }

  carOf(one: ActivityRow): CarRow | undefined {
    return one.type === activityType.testDrive
      ? this.cars.find((car) => car.series_id === one.test_series_id)
      : undefined
  }

  /** Drives the cars one drive after the other, so that their mileage grows. */
  narrateDrives(): void {
    const { random } = this.world
    const last = new Map(this.cars.map((car) => [car.id, { km: 1200 + car.id * 137, backAt: 0 }]))
    for (const { activity, car, outAt, backAt } of this.courses.toSorted((a, b) => a.outAt - b.outAt)) {
      const before = last.get(car.id)
      if (!before || outAt < before.backAt) continue
      const outKm = before.km + random.int(0, 2)
      const km = random.int(8, 24)
      last.set(car.id, { km: outKm + km, backAt: backAt ?? outAt })
      const isSigned = random.chance(0.6)
      this.ledger.drives.push({
        dealer_id: activity.dealer_id,
        activity_id: activity.id,
        car_id: car.id,
        agreement: isSigned ? agreementKind.tablet : agreementKind.paper,
        out_at: instant(outAt),
        out_km: outKm,
        back_at: backAt === null ? null : instant(backAt),
        back_km: backAt === null ? null : outKm + km,
      })
      const owner = this.store.consultants.find(({ id }) => id === activity.owner_id) ?? this.store.front
      const signature = isSigned ? signatureOf(activity.dealer_id, activity.id) : ''
      this.ledger.papers.push({
        dealer_id: activity.dealer_id,
        customer_id: activity.customer_id,
        activity_id: activity.id,
        version: 1,
        signature_key: signature,
        handed_at: instant(outAt),
      })
      const signed = `${isSigned ? '平板已签' : '纸质已签'}（协议第1版）`
      const keys = `试驾车${car.plate}，${seriesNameOf(car)}，出发里程${outKm}公里，试驾协议${signed}`
      this.book.write(activity, outAt, '交钥匙', keys, owner, isSigned && { image_keys: [signature] })
      if (backAt === null) continue
      const minutes = Math.max(1, Math.round((backAt - outAt) / minute))
      const back = `试驾车${car.plate}，试驾${minutes}分钟，行驶${km}公里`
      this.book.write(activity, backAt, '还车', back, owner)
    }
  }

  /** Gives a plan its hour, in the words of its row too. */
  appoint(one: ActivityRow, { startsAt, minutes }: Span, car?: CarRow, was = { ...one }): void {
    const row = this.book.planOf(was)
    const planned = planPart({ type: was.type, dueAt: secondsOf(was.due_at) })
    const plan = `${planPart({ type: one.type, dueAt: startsAt })} ${hoursText({ startsAt, minutes })}`
    if (row) row.content = row.content.replace(planned, plan)
    one.due_at = instant(startsAt)
    one.minutes = minutes
    one.test_car_id = car?.id ?? null
    const deal = this.book.deals.get(one.deal_id)
    if (deal?.is_current && isOpen(one)) {
      deal.next_follow_at = one.due_at
      deal.next_activity_type = one.type
    }
    for (const whose of [`owner ${one.owner_id}`, ...(car ? [`car ${car.id}`] : [])])
      this.taken.set(whose, [...(this.taken.get(whose) ?? []), { startsAt, minutes }])
  }

  /** Turns a planned call into one that followed an appointment: it had been planned as a visit that ended at an instant. */
  visitBefore(call: ActivityRow, startsAt: number, endedAt: number): ActivityRow {
    const visit: ActivityRow = {
      ...call,
      type: activityType.visit,
      due_at: instant(startsAt),
      completed_at: null,
      completed_type: null,
      completed_by: null,
      result: null,
      cancelled_at: instant(endedAt),
    }
    this.appoint(visit, { startsAt, minutes: 30 }, undefined, call)
    // Plans are numbered in the order in which they were made.
    call.id = this.world.nextId('activity')
    call.created_at = instant(endedAt)
    this.ledger.activities.push(visit)
    return visit
  }

  /** Whether an open activity is one of a customer whom a consultant follows. */
  isFollowed(one: ActivityRow): boolean {
    const deal = this.book.deals.get(one.deal_id)
    return (
      deal?.is_current === true &&
      followLevels.some((level) => level === deal.level) &&
      this.store.consultants.some(({ id }) => id === one.owner_id)
    )
  }

  appointments(from: number, until: number): ActivityRow[] {
    return this.open.filter(
      (one) => one.minutes !== null && secondsOf(one.due_at) >= from && secondsOf(one.due_at) < until,
    )
  }

  event(one: ActivityRow, kind: 'moved' | 'confirmed', at: number): void {
    const kinds = { moved: 2, confirmed: 5 }
    this.ledger.appointmentEvents.push({
      dealer_id: one.dealer_id,
      activity_id: one.id,
      kind: kinds[kind],
      at: instant(at),
    })
  }
}

export const isApart = (one: Span, other: Span): boolean =>
  one.startsAt >= other.startsAt + other.minutes * minute + quarter ||
  one.startsAt + one.minutes * minute + quarter <= other.startsAt
