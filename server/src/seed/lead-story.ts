import { timelineType } from '@showroom/contract/customer/customer.rules'
import { addDays, daySeconds } from '@showroom/contract/kernel/day'
import type { DemoMember } from './network.ts'
import type { Person } from './people.ts'
import type { LeadRow, TimelineRow } from './rows.ts'
import { onlineSourceWeights } from './sources.ts'
import type { Store, World } from './store.ts'
import { Story, system } from './story.ts'
import { duringDay, instant, nextOpen, secondsWithinHours } from './workday.ts'

/** Online leads: those that became customers, those still on the desk, those that came to nothing, and repeats. */

const hours = ['08:30', '18:00'] as const
/** Leads older than this are closed and gone from the desk. */
const keptDays = 120

function makeLead(world: World, store: Store, person: Person, at: number): LeadRow {
  const { random } = world
  const id = world.nextId('lead')
  const local = random.chance(0.85)
  return {
    dealer_id: store.dealer.id,
    id,
    external_id: `L${store.dealer.code}-${id}`,
    source_id: random.weighted(onlineSourceWeights),
    status: 1,
    clear_status: 0,
    name: person.name,
    mobile: person.mobile,
    series_id: random.pick(store.seriesIds),
    province: local ? store.dealer.city.province : '',
    city: local ? store.dealer.city.city : '',
    remark: random.chance(0.5)
      ? random.pick([
          '希望了解落地价',
          '预约周末试驾',
          '咨询置换补贴',
          '询问现车颜色',
          '关注金融方案',
          '想要最低报价',
        ])
      : '',
    clue_level: 2,
    facts: {},
    is_repeat: false,
    customer_id: null,
    owner_id: null,
    clear_seconds: null,
    follow_seconds: null,
    created_at: instant(at),
    cleared_at: null,
    assigned_at: null,
  }
}

/**
 * The lead that an online customer was made from. The store's online team opens the file when it finds the lead valid, then it is
 * assigned by a supervisor, by the team itself, or - where nobody cleans - by the system at once.
 */
export function leadBefore(story: Story, cleaner: DemoMember): void {
  const { world, store, customer, deal, random } = story
  const { policy } = store.dealer
  const cleanedAt = story.at
  const text = `线索分配给${story.owner.name}。`
  const arrivedAt =
    cleanedAt -
    random.weighted([
      [random.int(300, 5400), 80],
      [random.int(5400, 60_000), 20],
    ] as const)
  const recent = cleanedAt >= addDays(world.now, -keptDays)
  const lead = recent ? makeLead(world, store, customer, arrivedAt) : undefined
  if (policy === 3) story.write(timelineType.leadAssigned, '新线索分配', text, system, lead?.id)
  else {
    story.write(timelineType.leadCleaned, '线索清洗', story.note('leadClean'), cleaner, lead?.id)
    const assigner = policy === 1 ? random.pick(store.reviewers) : cleaner
    story.advance(Math.min(nextOpen(cleanedAt + random.int(120, policy === 1 ? 7200 : 900)), world.now - 60))
    story.write(timelineType.leadAssigned, '新线索分配', text, assigner, lead?.id)
  }
  if (!lead) return
  Object.assign(lead, { status: 2, source_id: deal.other_source, series_id: deal.series_ids[0] })
  Object.assign(lead, { customer_id: customer.id, owner_id: story.owner.id, assigned_at: instant(story.at) })
  if (policy !== 3) {
    Object.assign(lead, { clear_status: 1, cleared_at: instant(cleanedAt) })
    lead.clear_seconds = secondsWithinHours(arrivedAt, cleanedAt, ...hours)
  }
  world.ledger.leads.push(lead)
}

/** From assignment to the first follow-up, for leads whose customer has been followed up since. */
export function measureFollows(world: World): void {
  const first = new Map<number, number>()
  for (const { customer_id: id, completed_at: at } of world.ledger.activities)
    if (at && at.getTime() < (first.get(id) ?? Infinity)) first.set(id, at.getTime())
  for (const lead of world.ledger.leads) {
    const followedAt = lead.customer_id ? first.get(lead.customer_id) : undefined
    if (!followedAt || !lead.assigned_at || followedAt < lead.assigned_at.getTime()) continue
    lead.follow_seconds = secondsWithinHours(lead.assigned_at.getTime() / 1000, followedAt / 1000, ...hours)
  }
}

/** Leads without a customer: waiting for cleaning, unreachable, waiting for assignment, invalid, closed. */
export function tellLooseLeads(world: World, store: Store, count: number, person: () => Person): void {
  const { random, now, ledger } = world
  const cleaned = store.dealer.policy !== 3
  for (let i = 0; i < count; i++) {
    const status = random.weighted([
      [1, cleaned ? 24 : 6],
      [12, 16],
      [5, store.dealer.policy === 1 ? 20 : 6],
      [4, 30],
      [3, 10],
    ] as const)
    const age =
      status === 1
        ? random.int(0, 1)
        : status === 5
          ? random.int(0, 2)
          : status === 12
            ? random.int(0, 6)
            : random.int(0, 60)
    const at = Math.min(duringDay(addDays(now, -age), random), now - random.int(300, 7200))
    const lead = makeLead(world, store, person(), at)
    lead.status = status
    if (status !== 1) {
      const clearedAt = Math.min(nextOpen(at + random.int(180, 9000)), now)
      lead.clear_status = status === 4 ? 2 : status === 12 ? 3 : 1
      lead.cleared_at = instant(clearedAt)
      lead.clear_seconds = secondsWithinHours(at, clearedAt, ...hours)
    }
    if (status === 4)
      lead.remark = random.pick([
        '空号，无法联系',
        '已购车',
        '无购车意向',
        '同行询价',
        '外地客户，无本地购车意向',
      ])
    if (status === 3) lead.remark = '超过跟进期限，自动关闭'
    ledger.leads.push(lead)
  }
}

/** A customer asks again on another portal: the lead is attached to the file, the owner is told. */
export function tellRepeats(
  world: World,
  store: Store,
  count: number,
  members: ReadonlyMap<number, DemoMember>,
): void {
  const { random, now, ledger } = world
  const deals = ledger.deals.filter(
    (deal) =>
      deal.dealer_id === store.dealer.id &&
      deal.is_current &&
      deal.next_follow_at &&
      deal.created_at.getTime() / 1000 < now - 3 * daySeconds,
  )
  const customers = new Map(ledger.customers.map((customer) => [customer.id, customer]))
  for (const deal of random.sample(deals, count)) {
    const customer = customers.get(deal.customer_id)
    const owner = members.get(deal.owner_id)
    if (!customer || !owner) continue
    const at = Math.max(
      now - random.int(1800, 12 * daySeconds),
      deal.created_at.getTime() / 1000 + daySeconds,
    )
    const lead = makeLead(world, store, customer, at)
    Object.assign(lead, { status: 2, is_repeat: true, customer_id: customer.id, owner_id: owner.id })
    lead.assigned_at = instant(at)
    const rows: TimelineRow[] = []
    const story = new Story(world, store, customer, deal, owner, rows, at)
    story.write(timelineType.leadAssigned, '新线索分配', story.note('leadRepeat'), system, lead.id)
    ledger.timeline.push(...rows)
    ledger.leads.push(lead)
  }
}
