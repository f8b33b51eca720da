import { timelineType } from '@showroom/contract/customer/customer.rules'
import { addDays, daySeconds } from '@showroom/contract/kernel/day'
import { cityReason } from '@showroom/contract/lead/lead.rules'
import { displayOf } from './dictionaries.ts'
import type { DemoMember } from './network.ts'
import type { Person } from './people.ts'
import { factsOf } from './lead-facts.ts'
import type { LeadRow, TimelineRow } from './rows.ts'
import { onlineSourceWeights } from './sources.ts'
import type { Store, World } from './store.ts'
import { Story, system } from './story.ts'
import { duringDay, instant, nextOpen, secondsWithinHours, withinHoursBefore } from './workday.ts'

/** Online leads: those that became customers, open ones, those that came to nothing, and repeats. */

const hours = ['08:30', '18:00'] as const

/** Questions that prospects ask on the portals. */
const questions = [
  '希望了解落地价',
  '预约周末试驾',
  '咨询置换补贴',
  '询问现车颜色',
  '关注金融方案',
  '想要最低报价',
] as const

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
    remark: random.chance(0.5) ? random.pick(questions) : '',
    clue_level: 2,
    facts: factsOf(id, local ? store.dealer.city.city : ''),
    is_repeat: false,
    customer_id: null,
    deal_id: null,
    owner_id: null,
    clear_seconds: null,
    follow_seconds: null,
    created_at: instant(at),
    cleared_at: null,
    cleared_by: null,
    assigned_at: null,
    first_follow_at: null,
    is_remote: local ? 2 : 3,
    last_task: 0,
    no_contact_times: 0,
    invalid_reason: 0,
    clear_remark: '',
    form: null,
  }
}

/** Writes a timeline row of a lead like the product does. */
function narrateLead(
  { ledger }: World,
  lead: LeadRow,
  at: number,
  event: { result: string; by?: Pick<DemoMember, 'id' | 'name'>; follow?: string; remark?: string },
): void {
  const { result, by = system, follow = '', remark = '' } = event
  ledger.leadEvents.push({
    dealer_id: lead.dealer_id,
    lead_id: lead.id,
    created_at: instant(at),
    member_id: by.id,
    handle_name: by.name,
    result,
    follow_name: follow,
    remark,
  })
}

/**
 * The lead an online customer was created from. The store's online team opens the file when it finds the lead valid. A supervisor, the team
 * itself, or the system (where no one cleans leads) then assigns it.
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
  const lead = makeLead(world, store, customer, arrivedAt)
  let assigner: Pick<DemoMember, 'id' | 'name'> = system
  let note = ''
  if (policy === 3) story.write(timelineType.leadAssigned, '新线索分配', text, system, lead.id)
  else {
    note = story.note('leadClean')
    story.write(timelineType.leadCleaned, '线索清洗', note, cleaner, lead.id)
    assigner = policy === 1 ? random.pick(store.reviewers) : cleaner
    story.advance(Math.min(nextOpen(cleanedAt + random.int(120, policy === 1 ? 7200 : 900)), world.now - 60))
    story.write(timelineType.leadAssigned, '新线索分配', text, assigner, lead.id)
  }
  Object.assign(lead, {
    status: 2,
    source_id: deal.other_source,
    is_remote: deal.is_remote,
    series_id: deal.series_ids[0],
    last_task: 1,
  })
  Object.assign(lead, {
    customer_id: customer.id,
    deal_id: deal.id,
    owner_id: story.owner.id,
    assigned_at: instant(story.at),
  })
  narrateLead(world, lead, arrivedAt, { result: '线索进入', remark: lead.remark })
  if (policy !== 3) {
    Object.assign(lead, {
      clear_status: 1,
      cleared_at: instant(cleanedAt),
      cleared_by: cleaner.id,
      clear_remark: note,
    })
    lead.clear_seconds = secondsWithinHours(arrivedAt, cleanedAt, ...hours)
    narrateLead(world, lead, cleanedAt, { result: '清洗有效', by: cleaner, remark: note })
  }
  const reason = policy === 3 ? `自动分配：待跟进线索最少（${lead.id % 5}条）` : ''
  narrateLead(world, lead, story.at, {
    result: '新线索分配',
    by: assigner,
    follow: story.owner.name,
    remark: reason,
  })
  world.ledger.leads.push(lead)
}

/** Sets the time from assignment to the first follow-up, for leads whose customer has been followed up. */
export function measureFollows(world: World): void {
  const first = new Map<number, number>()
  for (const { customer_id: id, completed_at: at } of world.ledger.activities)
    if (at && at.getTime() < (first.get(id) ?? Infinity)) first.set(id, at.getTime())
  for (const lead of world.ledger.leads) {
    const followedAt = lead.customer_id ? first.get(lead.customer_id) : undefined
    if (!followedAt || !lead.assigned_at || followedAt < lead.assigned_at.getTime()) continue
    lead.first_follow_at = new Date(followedAt)
    lead.follow_seconds = secondsWithinHours(lead.assigned_at.getTime() / 1000, followedAt / 1000, ...hours)
  }
}

/** Reasons for invalid leads: code and remark. */
const findings = [
  [1, '空号，无法联系'],
  [4, '已购车'],
  [3, '无购车意向'],
  [5, '同行询价'],
  [2, '接听人并未留资，号码非本人'],
  [6, '同一客户多次留资'],
  [7, '咨询保养，已转售后'],
  [99, '只想了解二手车'],
  [cityReason, '计划在外地购车上牌'],
] as const

type LooseStatus = 1 | 3 | 4 | 5 | 12

/** Number of a store's leads without a customer, by state; under automatic assignment none waits for it. */
function looseLeads({ dealer: { customers, policy } }: Store): [LooseStatus, number][] {
  const waiting = 4 + Math.round(customers / 200)
  const cleaned = policy !== 3
  return [
    [1, cleaned ? waiting : 0],
    [5, policy === 1 ? 6 : cleaned ? 3 : 0],
    [12, 6],
    [4, Math.round(customers / 6)],
    [3, Math.round(customers / 20)],
  ]
}

/** Arrival of such a lead: within some working hours for those that wait, any day for those that came to nothing. */
function looseSince({ random, now, calendar }: World, status: LooseStatus): number {
  // A store allows half an hour.
  if (status === 1)
    return random.chance(0.45)
      ? now - random.int(120, 1600)
      : withinHoursBefore(now, random.int(2000, 12_000), ...hours)
  if (status === 5) return withinHoursBefore(now, random.int(1800, 20_000), ...hours)
  const age = status === 12 ? random.int(0, 6) : calendar.someAge(random)
  return Math.min(duringDay(addDays(now, -age), random), now - random.int(7200, 14_400))
}

/** Leads without a customer: waiting for cleaning, unreachable, waiting for assignment, invalid, closed. */
export function narrateLooseLeads(world: World, store: Store, person: () => Person): void {
  for (const [status, count] of looseLeads(store))
    for (let i = 0; i < count; i++) {
      const at = looseSince(world, status)
      const lead = makeLead(world, store, person(), at)
      // A lead to be cleaned always has a question to answer.
      if (status === 1) lead.remark ||= world.random.pick(questions)
      narrateLead(world, lead, at, { result: '线索进入', remark: lead.remark })
      if (status !== 1) narrateFinding(world, store, lead, status, at)
      world.ledger.leads.push(lead)
    }
}

function narrateFinding(world: World, store: Store, lead: LeadRow, status: 12 | 5 | 4 | 3, at: number): void {
  const { random, now, ledger } = world
  const by = (store.online[lead.id % store.online.length] ?? store.reviewers[0]) as DemoMember
  const clearedAt = Math.min(nextOpen(at + random.int(180, 9000)), now)
  Object.assign(lead, { status, cleared_at: instant(clearedAt), cleared_by: by.id, last_task: 2 })
  lead.clear_status = status === 4 ? 2 : status === 12 ? 3 : 1
  lead.clear_seconds = secondsWithinHours(at, clearedAt, ...hours)
  if (status === 12) {
    lead.no_contact_times = 1 + (lead.id % 3)
    for (let call = 0; call < lead.no_contact_times; call++)
      narrateLead(world, lead, Math.min(clearedAt + call * 5400, now), { result: '未接通', by })
  } else if (status === 4) {
    // Reasons alternate, so that each store has all of them. Only some stores pass customers on to another city.
    const possible = findings.filter(([code]) => store.dealer.cityPool || code !== cityReason)
    const before = ledger.leads.filter((one) => one.dealer_id === lead.dealer_id && one.status === 4).length
    const [reason, words] = possible[before % possible.length] ?? findings[0]
    Object.assign(lead, { invalid_reason: reason, clear_remark: words })
    narrateLead(world, lead, clearedAt, {
      result: '清洗无效',
      by,
      remark: [...new Set([displayOf('clueInvalidReasons', reason), words])].join('；'),
    })
  } else {
    const { province, city } = store.dealer.city
    if (status === 5)
      lead.form = {
        businessType: 1,
        buyProvince: province,
        buyCity: city,
        buyArea: '',
        buyCount: 0,
        addPurchaseOldSeriesId: 0,
        competitionSerieses: [],
        remark: lead.remark,
        specIds: [lead.series_id ?? random.pick(store.seriesIds)],
      }
    narrateLead(world, lead, clearedAt, { result: '清洗有效', by, remark: lead.remark })
  }
  if (status === 3) {
    lead.remark = '超过跟进期限，自动关闭'
    narrateLead(world, lead, Math.min(clearedAt + 3 * daySeconds, now), {
      result: '已关闭',
      remark: lead.remark,
    })
  }
}

/** A customer inquires again on another portal: the lead is linked to the file and the owner is notified. */
export function narrateRepeats(
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
    const created = deal.created_at.getTime() / 1000
    const at = random.int(created + daySeconds, now - 1800)
    const lead = makeLead(world, store, customer, at)
    Object.assign(lead, {
      status: 2,
      is_repeat: true,
      customer_id: customer.id,
      deal_id: deal.id,
      owner_id: owner.id,
      last_task: 1,
    })
    lead.assigned_at = instant(at)
    narrateLead(world, lead, at, { result: '线索进入', remark: lead.remark })
    narrateLead(world, lead, at, { result: '重复留资', follow: owner.name, remark: '已归入客户档案' })
    const rows: TimelineRow[] = []
    const story = new Story(world, store, customer, deal, owner, rows, at)
    story.write(timelineType.leadAssigned, '重复留资', story.note('leadRepeat'), system, lead.id)
    ledger.timeline.push(...rows)
    ledger.leads.push(lead)
  }
}
