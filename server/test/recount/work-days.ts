import { randomBytes } from 'node:crypto'
import { dayStart } from '@showroom/contract/kernel/day'
import type { Call } from '@showroom/contract/kernel/call'
import type { MeasureName } from '@showroom/contract/report/measures'
import type { TestApp, Wire } from '../app.ts'
import { buildCar } from '../../src/appointment/appointment.factory.ts'
import { settleDue } from '../../src/appointment/noshow/noshow.job.ts'
import { buildReceivingStore, buildSource } from '../../src/lead/intake.factory.ts'
import type { BuiltSource } from '../../src/lead/intake.factory.ts'
import { secondsOf } from '../../src/platform/clock.ts'
import { hashToken } from '../../src/platform/session/gate.ts'
import { Random } from '../../src/seed/random.ts'
import { buildMember } from '../../src/team/team.factory.ts'
import type { BuiltMember } from '../../src/team/team.factory.ts'

/**
 * Simulates a store's work on random days, for tests: everything through the product's calls, with a separate book of
 * what happened.
 */

type Happened = Extract<
  MeasureName,
  | 'talks'
  | 'visits'
  | 'testDrives'
  | 'revisits'
  | 'offlineFollows'
  | 'orders'
  | 'deliveries'
  | 'defeats'
  | 'dormancies'
>

/** A book entry: what happened, when, and to whose credit. */
export interface Entry {
  readonly what: Happened
  readonly at: number
  memberId: number
  readonly dealId: number
  readonly orderId: number
  /** Cancelled, or the customer came back. */
  isVoid: boolean
}

/** A customer's visit of a day, with its entry in the book. */
interface Visit {
  customerId: number
  readonly entry: Entry
  /** Present receiver; 0 for none. */
  receiverId: number
  wasReceived: boolean
  isOver: boolean
}

export interface File {
  readonly customerId: number
  readonly dealId: number
  readonly ownerId: number
}

interface Store {
  readonly code: string
  readonly boss: BuiltMember
  readonly agent: BuiltMember
  readonly staff: BuiltMember[]
  readonly carId: number
  /** A channel of the maker and a portal. */
  readonly sources: readonly BuiltSource[]
}

export async function openWorkDays(app: TestApp, seed: number) {
  const random = new Random(seed)
  const store = await buildReceivingStore(app, { policy: 1 })
  const staff = []
  for (let made = 0; made < 4; made++) staff.push(await joinStaff(app, store.dealerId))
  const boss = await buildMember(app.db, app.now(), { dealerId: store.dealerId, role: 1 })
  const sources = [await buildSource(app.db), await buildSource(app.db, { sourceId: 1 })]
  const agent = await buildMember(app.db, app.now(), {
    dealerId: store.dealerId,
    role: 5,
    modules: ['客户管理', '线索分配'],
  })
  const carId = await buildCar(app.db, app.now(), { dealerId: store.dealerId })
  return new WorkDays(app, random, { code: store.code, boss, agent, staff, carId, sources })
}

/** Adds a consultant with 签到 to the store. */
export const joinStaff = (app: TestApp, dealerId: number): Promise<BuiltMember> =>
  buildMember(app.db, app.now(), { dealerId, isActive: true, modules: ['客户管理', '销售订单', '签到'] })

/** The possible acts with their relative frequency; false if refused. */
export type Acts = Readonly<Record<string, readonly [weight: number, act: (w: WorkDays) => Promise<boolean>]>>

export class WorkDays {
  readonly book: Entry[] = []
  visits: Visit[] = []
  /** Number of accepted acts of each kind. */
  readonly done = new Map<string, number>()
  readonly app: TestApp
  readonly boss: BuiltMember
  readonly random: Random
  readonly code: string
  readonly agent: BuiltMember
  readonly staff: BuiltMember[]
  readonly sources: readonly BuiltSource[]
  readonly carId: number

  constructor(app: TestApp, random: Random, store: Store) {
    this.app = app
    this.boss = store.boss
    this.random = random
    this.code = store.code
    this.agent = store.agent
    this.staff = store.staff
    this.sources = store.sources
    this.carId = store.carId
  }

  /**
   * Does some work, minutes to some hours apart, at any hour of the day. Kinds that have not happened yet are drawn more often, so that a
   * short time has them all.
   */
  async work(acts: Acts, times: number, hours = 5): Promise<void> {
    const kinds = Object.entries(acts).map(([name, [weight]]) => [name, weight] as const)
    for (let n = 0; n < times; n++) {
      this.app.advance(this.random.int(60, hours * 3600))
      await settleDue(this.app.app, this.app.now())
      const missing = kinds.filter(([kind]) => !this.done.has(kind))
      const isRare = missing.length > 0 && this.random.chance(0.3)
      const name = isRare ? this.random.pick(missing)[0] : this.random.weighted(kinds)
      if (await acts[name]?.[1](this)) this.done.set(name, (this.done.get(name) ?? 0) + 1)
    }
  }

  get now(): number {
    return secondsOf(this.app.now())
  }

  /** Sessions expire after some hours, so each call uses a new one. */
  async ok(call: Call, by: BuiltMember, body: object): Promise<boolean> {
    return (await this.ask(call, by, body)).status === '0'
  }

  async ask<C extends Call>(call: C, by: BuiltMember, body: object): Promise<Wire<C>> {
    const token = randomBytes(32).toString('base64url')
    const { accountId: account_id, dealerId: dealer_id, memberId: member_id } = by
    const times = { created_at: this.app.now(), last_seen_at: this.app.now() }
    await this.app.db
      .insertInto('session')
      .values({ token_hash: hashToken(token), dealer_id, member_id, account_id, ...times })
      .execute()
    const answer = await this.app.post(call, token, body)
    if (answer.httpStatus !== 200 || answer.fault)
      throw new Error(`${call.path}: ${answer.fault ?? answer.text}`)
    return answer
  }

  anybody(): BuiltMember {
    return this.random.pick(this.staff)
  }

  write(
    what: Happened,
    memberId: number,
    { dealId }: File,
    more: { at?: number; orderId?: number } = {},
  ): true {
    this.book.push({
      what,
      memberId,
      dealId,
      at: more.at ?? this.now,
      orderId: more.orderId ?? 0,
      isVoid: false,
    })
    return true
  }

  private visitOf(customerId: number): Visit | undefined {
    return this.visits.find(
      (visit) => visit.customerId === customerId && dayStart(visit.entry.at) === dayStart(this.now),
    )
  }

  /** Writes the customer's visit of the day, once, for the owner until someone has received the customer. */
  private come(file: File): Visit {
    const visit = this.visitOf(file.customerId)
    if (visit) return visit
    this.write('visits', file.ownerId, file)
    const entry = this.book.at(-1) as Entry
    const made = { customerId: file.customerId, entry, receiverId: 0, wasReceived: false, isOver: false }
    this.visits.push(made)
    return made
  }

  /** The desk confirms an arrival; after an ended stay the customer waits again. */
  confirmArrival(file: File): true {
    const visit = this.come(file)
    if (visit.isOver) Object.assign(visit, { isOver: false, receiverId: 0 })
    return true
  }

  /** The member describes a visit in a follow-up. */
  describeVisit(file: File, memberId: number, hasLength: boolean): void {
    const isNew = !this.visitOf(file.customerId)
    const visit = this.come(file)
    if (isNew) visit.isOver = true
    if (visit.receiverId === 0) visit.receiverId = memberId
    if (!visit.wasReceived) visit.entry.memberId = memberId
    visit.wasReceived = true
    if (hasLength && visit.receiverId === memberId) visit.isOver = true
  }

  /** The desk gives a customer in the showroom to a member, or to another one. */
  receive(customerId: number, memberId: number): true {
    const visit = this.visitOf(customerId)
    if (!visit) throw new Error('the book has no such visit')
    visit.receiverId = memberId
    if (!visit.wasReceived) visit.entry.memberId = memberId
    visit.wasReceived = true
    return true
  }

  /** The customer leaves the showroom. */
  depart(customerId: number): true {
    const visit = this.visitOf(customerId)
    if (!visit) throw new Error('the book has no such visit')
    visit.isOver = true
    return true
  }

  /** Keeps the open visit of two on a day, or the master's. */
  mergeVisits(masterId: number, slaveId: number): true {
    for (const slaves of this.visits.filter(({ customerId }) => customerId === slaveId)) {
      const masters = this.visits.find(
        ({ customerId, entry }) =>
          customerId === masterId && dayStart(entry.at) === dayStart(slaves.entry.at),
      )
      slaves.customerId = masterId
      if (!masters) continue
      const dropped = masters.isOver && !slaves.isOver ? masters : slaves
      dropped.entry.isVoid = true
      this.visits = this.visits.filter((visit) => visit !== dropped)
    }
    return true
  }

  /** A leaving member's customers in the showroom wait again. */
  dropReceiver(memberId: number): void {
    for (const visit of this.visits)
      if (visit.receiverId === memberId && !visit.isOver && dayStart(visit.entry.at) === dayStart(this.now))
        visit.receiverId = 0
  }

  /** Acts on a file of the store, if one is in that state. */
  async onFile(act: (file: File) => Promise<boolean>, level?: string): Promise<boolean> {
    const files = await this.app.db
      .selectFrom('deal as d')
      .innerJoin('customer as c', 'c.current_deal_id', 'd.id')
      .select(['d.customer_id as customerId', 'd.id as dealId', 'd.owner_id as ownerId'])
      .where('d.dealer_id', '=', this.boss.dealerId)
      .where('c.merged_into_id', 'is', null)
      .where('d.is_current', '=', true)
      .$if(level !== undefined, (query) => query.where('d.level', '=', level ?? ''))
      .orderBy('d.id')
      .execute()
    return files.length > 0 && act(this.random.pick(files))
  }

  async onOrder(status: number, act: (orderId: number, file: File) => Promise<boolean>): Promise<boolean> {
    const orders = await this.app.db
      .selectFrom('vehicle_order as o')
      .innerJoin('deal as d', 'd.id', 'o.deal_id')
      .select(['o.id', 'd.customer_id as customerId', 'd.id as dealId', 'd.owner_id as ownerId'])
      .where('o.dealer_id', '=', this.boss.dealerId)
      .where('o.status', '=', status)
      .orderBy('o.id')
      .execute()
    if (orders.length === 0) return false
    const { id, ...file } = this.random.pick(orders)
    return act(id, file)
  }
}
