import { signType } from '@showroom/contract/attendance/attendance.rules'
import { factsOf } from '@showroom/contract/customer/timeline.schema'
import { activityType, arrivalTypes, source } from '@showroom/contract/customer/customer.rules'
import { visitType } from '@showroom/contract/desk/desk.rules'
import { dayStart, dayText } from '@showroom/contract/kernel/day'
import type pg from 'pg'
import { dealsAt } from './copies.ts'
import { copyObjects } from './copy.ts'
import type { DemoTale } from './narrate.ts'
import { demoDealers, easyAccounts } from './network.ts'
import type { DemoMember } from './network.ts'
import { Random } from './random.ts'
import type { CustomerRow, DealRow } from './rows.ts'
import { makeStore } from './store.ts'
import type { Store } from './store.ts'
import { instant } from './workday.ts'

const minute = 60

interface VisitSeed {
  readonly dealer_id: number
  readonly customer_id: number
  readonly day: string
  readonly type: number
  readonly registered_at: Date
  readonly registered_by: number
  readonly came_at: Date
  readonly receiver_id: number | null
  readonly received_at: Date | null
  readonly left_at: Date | null
}

interface Stay {
  readonly type: number
  /** Epoch seconds. */
  readonly cameAt: number
  /** The receiver, and after how many seconds; absent while the customer waits. */
  readonly receiver?: number
  readonly waited?: number
  /** Length of the stay in seconds; absent while the customer is still there. */
  readonly stayed?: number
}

const visitOf = (store: Store, customerId: number, stay: Stay): VisitSeed => {
  const { type, cameAt, receiver, waited = 0, stayed } = stay
  return {
    dealer_id: store.dealer.id,
    customer_id: customerId,
    day: dayText(cameAt),
    type,
    registered_at: instant(cameAt),
    registered_by: store.front.id,
    came_at: instant(cameAt),
    receiver_id: receiver ?? null,
    received_at: receiver ? instant(cameAt + waited) : null,
    left_at: stayed ? instant(cameAt + stayed) : null,
  }
}

/** Visits according to the stories: customers registered at the desk, or there for a visit or a test drive. Walk-ins of today are in `newcomers`. */
function pastVisits(store: Store, { ledger }: DemoTale, random: Random, now: number): VisitSeed[] {
  const { id: dealerId } = store.dealer
  const owners = new Map(ledger.deals.map((deal) => [deal.customer_id, deal.owner_id]))
  const lasting = (receiver: number | undefined, type: number, cameAt: number): Stay => ({
    type,
    cameAt,
    ...(receiver && { receiver, waited: random.int(0, 9) * minute }),
    stayed: Math.min(random.int(25, 130) * minute, now - cameAt),
  })
  const seeds = new Map<string, VisitSeed>()
  const add = (customerId: number, type: number, at: number, receiver = owners.get(customerId)): void => {
    const visit = visitOf(store, customerId, lasting(receiver, type, at))
    const key = `${customerId} ${visit.day}`
    if (!seeds.has(key)) seeds.set(key, visit)
  }
  for (const { dealer_id, id, created_by, created_at } of ledger.customers)
    if (dealer_id === dealerId && created_by === store.front.id && created_at < instant(dayStart(now)))
      add(id, visitType.new, created_at.getTime() / 1000)
  const openedAt = new Map(ledger.deals.map(({ id, created_at: at }) => [id, at.getTime() / 1000]))
  for (const one of ledger.activities) {
    const at = (one.completed_at?.getTime() ?? 0) / 1000
    const isArrival = arrivalTypes.includes(one.completed_type ?? 0) && at > 0 && at < now
    if (one.dealer_id !== dealerId || !isArrival) continue
    // Written 40 minutes after the arrival, and not before the file that it belongs to.
    const cameAt = Math.max(at - 40 * minute, dayStart(at), openedAt.get(one.deal_id) ?? 0)
    add(one.customer_id, visitType.confirmed, cameAt, one.completed_by ?? undefined)
  }
  return [...seeds.values()]
}

interface Guest {
  readonly customer: CustomerRow
  readonly deal: DealRow
}

/** Customers of different consultants who have visited before and may come again, with no other event today. */
function guestsOf(store: Store, { ledger }: DemoTale, random: Random, now: number): Guest[] {
  const customers = new Map(ledger.customers.map((customer) => [customer.id, customer]))
  const morning = instant(dayStart(now))
  const toldToday = new Set(
    ledger.timeline.filter((row) => row.created_at >= morning).map((row) => row.customer_id),
  )
  const possible = ledger.deals.flatMap((deal): Guest[] => {
    const customer = customers.get(deal.customer_id)
    const mayCome =
      deal.dealer_id === store.dealer.id &&
      deal.is_current &&
      ['H', 'A', 'B'].includes(deal.level) &&
      deal.arrived_at !== null &&
      !deal.suspended_at &&
      !deal.waiting_fail_review &&
      store.consultants.some(({ id }) => id === deal.owner_id)
    return customer && !toldToday.has(customer.id) && mayCome ? [{ customer, deal }] : []
  })
  const chosen: Guest[] = []
  for (let tries = 0; chosen.length < 7 && tries < 200 && possible.length > 0; tries++) {
    const guest = random.pick(possible)
    const fromOne = chosen.filter(({ deal }) => deal.owner_id === guest.deal.owner_id).length
    if (!chosen.includes(guest) && fromOne < 2) chosen.push(guest)
  }
  return chosen
}

/** Minutes since arrival, and how it continued: two wait, some are with a consultant, the others have left. */
const today: readonly { readonly ago: number; readonly waited?: number; readonly stayed?: number }[] = [
  { ago: 14 },
  { ago: 4 },
  { ago: 52, waited: 3 },
  { ago: 27, waited: 5 },
  { ago: 170, waited: 2, stayed: 75 },
  { ago: 145, waited: 6, stayed: 95 },
  { ago: 118, waited: 4, stayed: 48 },
]

interface Today {
  readonly visits: VisitSeed[]
  readonly rows: object[]
}

/** Today's visits with their timeline rows. Soon after midnight there are none yet. */
function todaysVisits(store: Store, tale: DemoTale, random: Random, now: number): Today {
  const receivers = signedIn(store, tale)
  const visits = invited(store, tale, random, now)
  const rows: object[] = []
  // Consultants on a test drive receive no one else.
  let driving = visits.filter(({ left_at: leftAt }) => leftAt === null).length
  for (const [index, { customer, deal }] of guestsOf(store, tale, random, now).entries()) {
    const { ago = 0, waited, stayed } = today[index] ?? {}
    if (waited !== undefined && stayed === undefined && driving-- > 0) continue
    const cameAt = now - ago * minute
    const receiver = receivers[index % Math.max(1, receivers.length)]?.id
    if (cameAt < dayStart(now) || (waited !== undefined && receiver === undefined)) continue
    visits.push(
      visitOf(store, customer.id, {
        type: visitType.confirmed,
        cameAt,
        ...(waited !== undefined && receiver && { receiver, waited: waited * minute }),
        ...(stayed && { stayed: stayed * minute }),
      }),
    )
    rows.push({
      dealer_id: store.dealer.id,
      customer_id: customer.id,
      deal_id: deal.id,
      created_at: instant(cameAt),
      member_id: store.front.id,
      owner_name: store.front.name,
      level: deal.level,
      type: activityType.visit,
      subject: '确认到店',
      content: '客户到店',
      facts: factsOf({ kind: 'arrived', isInvited: false }),
    })
  }
  return { visits: [...visits, ...newcomers(store, tale, now)], rows }
}

/** Customers who came for an appointment; those on a test drive are still there. */
const invited = (store: Store, { ledger }: DemoTale, random: Random, now: number): VisitSeed[] =>
  ledger.arrivals
    .filter(({ dealer_id: dealerId }) => dealerId === store.dealer.id)
    .map(({ customer_id: customerId, came_at: cameAt, receiver_id: receiver, stays }) =>
      visitOf(store, customerId, {
        type: visitType.confirmed,
        cameAt,
        receiver,
        ...(!stays && { stayed: Math.min(random.int(35, 80) * minute, now - cameAt) }),
      }),
    )

/** Walk-in customers registered today; most have left again. */
function newcomers(store: Store, { ledger }: DemoTale, now: number): VisitSeed[] {
  const owners = new Map(ledger.deals.map((deal) => [deal.customer_id, deal]))
  return ledger.customers.flatMap(({ id, dealer_id, created_at }) => {
    const cameAt = created_at.getTime() / 1000
    const deal = owners.get(id)
    if (
      dealer_id !== store.dealer.id ||
      cameAt < dayStart(now) ||
      !deal ||
      deal.from_source === source.network
    )
      return []
    const stayed = Math.min(50 * minute, now - cameAt)
    const stay = {
      type: visitType.new,
      cameAt,
      receiver: deal.owner_id,
      waited: 0,
      ...(stayed > 0 && { stayed }),
    }
    return [visitOf(store, id, stay)]
  })
}

/** Consultants who signed in today. Excludes the accounts offered on the sign-in page, whose users sign in by themselves. */
function signedIn({ dealer, consultants }: Store, { network }: DemoTale): readonly DemoMember[] {
  const easy = new Set<string>(easyAccounts.map(({ mobile }) => mobile))
  const accounts = new Map(network.accounts.map(({ id, mobile }) => [id, mobile]))
  return consultants.filter(
    (member) => member.dealer_id === dealer.id && !easy.has(accounts.get(member.account_id) ?? ''),
  )
}

const startOfWork = 8.4 * 3600

/** The front desk of every demo store until yesterday, and its day so far, with timeline rows and sign-ins. */
export function narrateVisits(tale: DemoTale, now: number) {
  const random = new Random(431)
  const visits: VisitSeed[] = []
  const rows: object[] = []
  const signs: object[] = []
  for (const dealer of demoDealers) {
    const store = makeStore(dealer, tale.network, now)
    const day = todaysVisits(store, tale, random, now)
    const allVisits = [...day.visits, ...pastVisits(store, tale, random, now)]
    visits.push(
      ...new Map(allVisits.toReversed().map((one) => [`${one.customer_id} ${one.day}`, one])).values(),
    )
    rows.push(...day.rows)
    for (const { id } of signedIn(store, tale))
      signs.push({
        dealer_id: dealer.id,
        member_id: id,
        day: dayText(now),
        type: signType.in,
        signed_at: instant(Math.min(now, dayStart(now) + startOfWork - random.int(0, 1200))),
        is_outside: false,
      })
  }
  return { visits, rows, signs }
}

export async function writeVisits(client: pg.Client, tale: DemoTale, now: number): Promise<void> {
  const { visits, rows, signs } = narrateVisits(tale, now)
  const dealAt = dealsAt(tale.ledger)
  await copyObjects(
    client,
    'visit',
    visits.map((visit) => ({
      ...visit,
      ...dealAt(visit.customer_id, visit.registered_at),
      first_receiver_id: visit.receiver_id,
    })),
  )
  await client.query(`
    insert into reception (dealer_id, member_id, visit_id, received_at)
    select dealer_id, receiver_id, id, received_at from visit where receiver_id is not null order by id`)
  await copyObjects(client, 'timeline', rows)
  await copyObjects(client, 'attendance_sign', signs)
}
