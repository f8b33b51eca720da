import { narrateAppointments } from './appointment-story.ts'
import { orderStatus } from '@showroom/contract/order/order.rules'
import { addDays } from '@showroom/contract/kernel/day'
import { makeCalendar } from './calendar.ts'
import { narrateCustomer } from './customer-story.ts'
import { measureFollows, narrateLooseLeads, narrateRepeats } from './lead-story.ts'
import { demoDealers, makeNetwork } from './network.ts'
import type { DemoNetwork } from './network.ts'
import { makePerson, personName } from './people.ts'
import type { Person } from './people.ts'
import { Random } from './random.ts'
import { narrateRecords } from './record-story.ts'
import { Ledger } from './rows.ts'
import { orderScenes } from './order-scenes.ts'
import { scenesOf } from './scenes.ts'
import { showEverything } from './show.ts'
import type { GroupMobileRow, OrderRow, WecomContactRow } from './rows.ts'
import { makeStore } from './store.ts'
import type { Store, World } from './store.ts'
import { fillToday } from './today.ts'
import { blocklist } from './vehicles.ts'
import { duringDay, instant } from './workday.ts'

/** Generates the whole demo network from one seed: the same `now` gives the same rows on every machine. */

const seed = 20_261_121
/** Percentage of customers who are also on file at another store of the group. */
const sharedPercent = 3
/** A number in every store's enterprise WeChat pool; typing it in a demonstration shows the reminder. */
export const pooledMobile = '13911110008'

export interface DemoTale {
  readonly network: DemoNetwork
  readonly ledger: Ledger
  readonly groupMobiles: readonly GroupMobileRow[]
  readonly wecomContacts: readonly WecomContactRow[]
}

export function narrateDemo(now: number): DemoTale {
  const random = new Random(seed)
  const network = makeNetwork(random)
  const world = makeWorld(random, now)
  const members = new Map(network.members.map((member) => [member.id, member]))
  const people = new People(random, network)
  const wecomContacts: WecomContactRow[] = []
  for (const dealer of demoDealers) {
    const store = makeStore(dealer, network, now)
    const scenes = scenesOf(dealer)
    for (let i = 0; i < dealer.customers; i++)
      narrateCustomer(
        world,
        store,
        people.next(dealer.id, dealer.group_id),
        scenes[i - (dealer.customers - scenes.length)],
      )
    narrateLooseLeads(world, store, () => people.next(dealer.id, 0))
    narrateRepeats(world, store, Math.round(dealer.customers / 50), members)
    wecomContacts.push(...narrateContacts(world, store, people))
  }
  measureFollows(world)
  fillToday(world)
  // Runs last with its own random generator, so that the earlier stories do not change.
  const ordering = { ...world, random: new Random(seed + 1) }
  for (const dealer of demoDealers)
    for (const scene of orderScenes)
      narrateCustomer(
        ordering,
        makeStore(dealer, network, now),
        people.next(dealer.id, dealer.group_id),
        scene,
      )
  narrateAppointments(
    { ...world, random: new Random(seed + 2) },
    demoDealers.map((dealer) => makeStore(dealer, network, now)),
  )
  followOwners(world.ledger)
  showEverything(world.ledger)
  numberTimeline(world.ledger)
  linkOrders(world.ledger)
  narrateRecords(world.ledger, network.members, new Map(demoDealers.map(({ id, name }) => [id, name])))
  return { network, ledger: world.ledger, groupMobiles: groupMobilesOf(world.ledger), wecomContacts }
}

/** Gives each order to its customer's final owner. */
function followOwners({ customers, deals, orders }: Ledger): void {
  const owners = new Map(deals.map((deal) => [deal.id, deal.owner_id]))
  const current = new Map(customers.map((customer) => [customer.id, customer.current_deal_id]))
  for (const order of orders)
    order.owner_id = owners.get(current.get(order.customer_id) ?? 0) ?? order.owner_id
}

/** Order status after each event, by the subject of its timeline row. */
const statusAfter: Readonly<Record<string, number>> = {
  创建订单: orderStatus.waitingSubmit,
  提交订单: orderStatus.submitted,
  订单驳回: orderStatus.rejected,
  订车: orderStatus.approved,
  取消订单: orderStatus.cancelled,
  取消子订单: orderStatus.partEquipped,
  交车: orderStatus.completed,
}

/** Links timeline rows about orders to the order: the latest one of the deal at that time. */
function linkOrders({ orders, timeline }: Ledger): void {
  const byDeal = new Map<number, OrderRow[]>()
  for (const order of orders.toSorted((one, other) => one.created_at.getTime() - other.created_at.getTime()))
    byDeal.set(order.deal_id, [...(byDeal.get(order.deal_id) ?? []), order])
  for (const row of timeline) {
    const status = statusAfter[row.subject]
    const order = byDeal.get(row.deal_id)?.findLast(({ created_at }) => created_at <= row.created_at)
    if (status === undefined || !order) continue
    row.order_id = order.id
    row.order_status = status
  }
}

function makeWorld(random: Random, now: number): World {
  const last = { customer: 0, deal: 0, activity: 0, order: 0, lead: 0 }
  return { random, ledger: new Ledger(), now, calendar: makeCalendar(now), nextId: (kind) => ++last[kind] }
}

/** Hands out persons: each mobile once per store, some also known to another store of the group, none of the staff or the blocklist. */
class People {
  readonly #random: Random
  readonly #taken: Set<string>
  readonly #ofGroup = new Map<number, { dealerId: number; person: Person }[]>()
  readonly #shared = new Set<string>()

  constructor(random: Random, network: DemoNetwork) {
    this.#random = random
    this.#taken = new Set([...network.accounts, ...blocklist].map(({ mobile }) => mobile)).add(pooledMobile)
  }

  next(dealerId: number, groupId: number): Person {
    const elsewhere = groupId ? this.#knownElsewhere(dealerId, groupId) : undefined
    if (elsewhere) return elsewhere
    let person = makePerson(this.#random)
    while (this.#taken.has(person.mobile)) person = makePerson(this.#random)
    this.#taken.add(person.mobile)
    if (groupId) this.#ofGroup.set(groupId, [...(this.#ofGroup.get(groupId) ?? []), { dealerId, person }])
    return person
  }

  #knownElsewhere(dealerId: number, groupId: number): Person | undefined {
    if (!this.#random.chance(sharedPercent / 100)) return undefined
    const others = (this.#ofGroup.get(groupId) ?? []).filter((one) => one.dealerId !== dealerId)
    const person = others.length > 0 ? this.#random.pick(others).person : undefined
    if (!person || this.#shared.has(person.mobile)) return undefined
    this.#shared.add(person.mobile)
    return person
  }
}

/** Contacts in the store's enterprise WeChat pool without a file. */
function narrateContacts({ random, now }: World, store: Store, people: People): WecomContactRow[] {
  return Array.from({ length: random.int(15, 30) }, (_, at) => {
    const { name, gender, mobile } = people.next(store.dealer.id, 0)
    return {
      dealer_id: store.dealer.id,
      mobile: at === 0 ? pooledMobile : mobile,
      name: random.chance(0.6) ? name : personName(random, gender),
      added_by: random.pick(store.consultants).id,
      added_at: instant(duringDay(addDays(now, -random.int(1, 60)), random)),
    }
  })
}

/** Numbers the timeline rows in order of time. */
function numberTimeline({ timeline }: Ledger): void {
  timeline.sort((a, b) => a.created_at.getTime() - b.created_at.getTime())
  for (const [at, row] of timeline.entries()) row.id = at + 1
}

function groupMobilesOf({ customers }: Ledger): GroupMobileRow[] {
  const groups = new Map(demoDealers.map(({ id, group_id }) => [id, group_id]))
  return customers.flatMap(({ dealer_id, mobile }) => {
    const groupId = groups.get(dealer_id)
    return groupId ? [{ group_id: groupId, mobile, dealer_id }] : []
  })
}
