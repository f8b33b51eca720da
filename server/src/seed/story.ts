import { addDays, dayStart } from '@showroom/contract/kernel/day'
import {
  activityType,
  arrivalTypes,
  contactTypes,
  followEvent,
  oldCarBusinessTypes,
  timelineType,
} from '@showroom/contract/customer/customer.rules'
import { windowDays } from '@showroom/contract/customer/level.rules'
import type { FollowLevel } from '@showroom/contract/customer/level.rules'
import { displayOf } from './dictionaries.ts'
import type { DemoMember } from './network.ts'
import { note } from './notes.ts'
import type { NoteFacts, Situation } from './notes.ts'
import { courtesyName } from './people.ts'
import type { CustomerRow, DealRow, TimelineRow } from './rows.ts'
import type { Store, World } from './store.ts'
import { catalogue, competitorSeries } from './vehicles.ts'
import type { Model } from './vehicles.ts'
import { contactTypeOf, planPart, resultParts } from './wording.ts'
import type { FollowResult } from './wording.ts'
import { dayWords, duringDay, instant } from './workday.ts'

/** Author of rows that the system writes. */
export const system = { id: 0, name: '系统' } as const
type Writer = Pick<DemoMember, 'id' | 'name'>

interface OpenActivity {
  readonly type: number
  readonly dueAt: number
  readonly createdAt: number
  readonly testSeriesId: number | null
}

/** Type of the next activity, and in how many days. */
export interface Next {
  readonly type: number
  readonly days: number
  readonly testSeriesId?: number
}

/** One deal while it is generated: its clock runs forward, and every action adds the rows the product would have written. */
export class Story {
  readonly world: World
  readonly store: Store
  readonly customer: CustomerRow
  readonly deal: DealRow
  readonly rows: TimelineRow[]
  /** Model the customer intends to buy. */
  readonly model: Model
  owner: DemoMember
  at: number
  open: OpenActivity | null = null
  /** Discount from the guide price, and number of quotes so far. */
  #discount: number
  quotes = 0
  readonly #usedNotes = new Set<string>()

  constructor(
    world: World,
    store: Store,
    customer: CustomerRow,
    deal: DealRow,
    owner: DemoMember,
    rows: TimelineRow[],
    at: number,
  ) {
    this.world = world
    this.store = store
    this.customer = customer
    this.deal = deal
    this.owner = owner
    this.rows = rows
    this.at = at
    this.model = world.random.pick(catalogue.models.filter((one) => one.series_id === deal.series_ids[0]))
    this.#discount = world.random.int(0, 15) / 1000
  }

  get random() {
    return this.world.random
  }

  get followLevel(): FollowLevel {
    return this.deal.level as FollowLevel
  }

  /**
   * Advances the clock to an instant and returns true; returns false if it lies in the future. Hands the customer over if the consultant
   * leaves meanwhile.
   */
  advance(to: number): boolean {
    if (to > this.world.now) return false
    if (this.owner === this.store.former && to >= this.store.formerLeftAt) this.#handOver()
    this.at = Math.max(this.at + 60, to)
    return this.at <= this.world.now
  }

  #handOver(): void {
    this.at = Math.max(this.at, this.store.formerLeftAt)
    const due = this.open
    this.cancelOpen()
    this.reassign(this.random.pick(this.store.consultants))
    if (due) this.plan(due.type, this.random.int(1, 2), due.testSeriesId)
  }

  /** Hands the customer of a former consultant to a colleague, whatever the state of the deal. */
  settleOwner(): void {
    if (this.owner === this.store.former) this.#handOver()
  }

  reassign(to: DemoMember): void {
    const from = this.owner
    const boss = this.random.pick(this.store.reviewers)
    this.owner = to
    this.deal.owner_id = to.id
    this.write(timelineType.reassigned, '再分配', this.note('reassign', { m: from.name }), boss)
  }

  facts(rest: Partial<NoteFacts> = {}): NoteFacts {
    const rivalId = this.deal.competitor_series_ids[0]
    const rival =
      competitorSeries.find(({ id }) => id === rivalId) ??
      competitorSeries[this.customer.id % competitorSeries.length]
    const { brand_name: brand = '', series_name: name = '' } = rival ?? {}
    return {
      c: courtesyName(this.customer.name, this.customer.gender),
      s: catalogue.series.find(({ id }) => id === this.deal.series_ids[0])?.name ?? '',
      r: name.startsWith(brand) ? name : brand + name,
      d: this.open ? dayWords(this.open.dueAt) : '近日',
      p: (this.priceFen() / 1_000_000).toFixed(2),
      m: this.owner.name,
      x: this.deal.buy_city,
      ...rest,
    }
  }

  /** Current quote, rounded to whole hundreds of yuan. */
  priceFen(): number {
    return Math.round((this.model.guide_price_fen * (1 - this.#discount)) / 10_000) * 10_000
  }

  /** Quotes a price, each time a little lower than the last. */
  quote(): number {
    if (this.quotes++ > 0) this.#discount += this.random.int(4, 16) / 1000
    return this.priceFen()
  }

  /** A text for the situation; repeats none while there are others. */
  note(situation: Situation, rest?: Partial<NoteFacts>): string {
    const oldCar = oldCarBusinessTypes.includes(this.deal.business_type)
    const date = this.open !== null && this.open.dueAt < addDays(this.at, 12)
    return note(this.random, situation, this.facts(rest), { oldCar, date, usedNotes: this.#usedNotes })
  }

  write(type: number, subject: string, content: string, member: Writer = this.owner, leadId = 0): void {
    this.rows.push({
      dealer_id: this.deal.dealer_id,
      id: 0,
      customer_id: this.customer.id,
      deal_id: this.deal.id,
      created_at: instant(this.at),
      member_id: member.id,
      owner_name: member.name,
      level: this.deal.level,
      type,
      subject,
      content,
      lead_id: leadId,
      call_id: 0,
      share_id: 0,
      order_id: 0,
      order_status: 0,
      audio_key: '',
    })
  }

  /** Plans the next activity `days` from today, at most the level's limit. */
  plan(type: number, days: number, testSeriesId: number | null = null): void {
    const most = windowDays[this.followLevel] ?? 90
    this.open = {
      type,
      dueAt: addDays(this.at, Math.min(days, most)),
      createdAt: this.at,
      testSeriesId: type === 3 ? (testSeriesId ?? (this.deal.series_ids[0] as number)) : null,
    }
  }

  /** Days until a usual next contact at the deal's level. */
  usualDays(): number {
    const most = windowDays[this.followLevel] ?? 30
    return this.random.int(Math.max(1, Math.ceil(most / 4)), most)
  }

  /** When the open activity is completed: mostly on its day, sometimes late. */
  doneAt(): number {
    const late = this.random.weighted([
      [0, 80],
      [1, 12],
      [this.random.int(2, 6), 8],
    ] as const)
    const { dueAt } = this.open as OpenActivity
    return Math.max(duringDay(addDays(dueAt, late), this.random), this.at + 600)
  }

  /** Type of the open activity if it is a talk, otherwise a plain call. */
  get talkType(): number {
    return this.open && [1, 14, 15].includes(this.open.type) ? this.open.type : 1
  }

  cancelOpen(): void {
    if (this.open) this.#pushActivity(this.open, { cancelled: true })
    this.open = null
  }

  /**
   * A follow-up as the dialog saves it: completes the open activity, plans the next, and writes one row for both. Returns whether a visit
   * or test drive had been planned.
   */
  follow(type: number, result: FollowResult, situation: Situation, next: Next): boolean {
    const { open } = this
    const done = this.#doing(type)
    this.plan(next.type, next.days, next.testSeriesId)
    const remark = this.note(situation)
    this.#settle(done, type, { ...result, remark })
    const content = [...resultParts(type, result), `备注：${remark}`, planPart(this.open as OpenActivity)]
    this.write(type, displayOf('activityTypes', type), content.join('；'))
    return open !== null && arrivalTypes.includes(open.type)
  }

  /** A follow-up that ends the following: defeat request or dormancy. */
  followLast(type: number, remark: string): string[] {
    const result = { contactType: contactTypeOf(type), event: followEvent.other }
    this.#settle(this.#doing(type), type, { ...result, remark })
    this.open = null
    return [...resultParts(type, result), `备注：${remark}`]
  }

  /** Completes the open activity by something other than a follow-up: order, delivery, return visit. */
  complete(type: number, result: object = {}): void {
    this.#settle(this.#doing(type), type, result)
    this.open = null
  }

  /** The open activity, or an unplanned one. */
  #doing(type: number): OpenActivity {
    return this.open ?? { type, dueAt: dayStart(this.at), createdAt: this.at, testSeriesId: null }
  }

  #settle(activity: OpenActivity, type: number, result: object): void {
    this.#pushActivity(activity, { type, result })
    if (contactTypes.some((one) => one === type)) this.deal.last_follow_at = instant(this.at)
    this.deal.follow_count++
  }

  #pushActivity(activity: OpenActivity, end: { cancelled?: boolean; type?: number; result?: object }): void {
    this.world.ledger.activities.push({
      dealer_id: this.deal.dealer_id,
      id: this.world.nextId('activity'),
      customer_id: this.customer.id,
      deal_id: this.deal.id,
      owner_id: this.owner.id,
      type: activity.type,
      due_at: instant(activity.dueAt),
      test_series_id: activity.testSeriesId,
      created_at: instant(activity.createdAt),
      completed_at: end.type ? instant(this.at) : null,
      cancelled_at: end.cancelled ? instant(this.at) : null,
      completed_type: end.type ?? null,
      completed_by: end.type ? this.owner.id : null,
      result: end.result ?? null,
      minutes: null,
      test_car_id: null,
      kept: null,
      kept_owner_id: null,
    })
  }

  /** Closes this deal as history, as the customer buys again. Of its open work only the return visit stays. */
  close(at: number): void {
    this.advance(at)
    if (this.open?.type !== activityType.revisit) this.cancelOpen()
    this.deal.is_current = false
    this.deal.superseded_at = instant(this.at)
  }

  /** Saves the return visit that is still open in this past deal, for the customer's present owner. */
  keepVisit(owner: DemoMember): void {
    this.owner = owner
    if (this.open) this.#pushActivity(this.open, {})
  }

  /** Saves the activity that is still open. */
  finish(): void {
    this.settleOwner()
    if (!this.open) return
    this.deal.next_follow_at = instant(this.open.dueAt)
    this.deal.next_activity_type = this.open.type
    this.#pushActivity(this.open, {})
  }
}
