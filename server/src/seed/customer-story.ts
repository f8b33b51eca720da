import { activityType, timelineType } from '@showroom/contract/customer/customer.rules'
import { addDays, daySeconds, dayText } from '@showroom/contract/kernel/day'
import { displayOf } from './dictionaries.ts'
import { defeat, revive, suspend } from './ending-story.ts'
import { followUp, planNext, visitAndDrive } from './follow-story.ts'
import { leadBefore } from './lead-story.ts'
import { proofImagesOf } from './pictures.ts'
import type { DemoDealer, DemoMember } from './network.ts'
import type { Situation } from './notes.ts'
import { sell } from './order-story.ts'
import { birthday, companyName, residentId, street, unusual } from './people.ts'
import type { Person } from './people.ts'
import { cityOf } from './regions.ts'
import type { City } from './regions.ts'
import type { CustomerRow, DealRow, TimelineRow } from './rows.ts'
import { onlineSourceWeights, regularSource, sourceWeights, walkInSource } from './sources.ts'
import { morningOf, type Scene } from './scenes.ts'
import type { Store, World } from './store.ts'
import { Story } from './story.ts'
import { catalogue, competitorSeries } from './vehicles.ts'
import { duringDay, instant } from './workday.ts'

const nearbyCities = ['330400', '330500', '330600', '320500', '340100', '310100', '330700'].map(cityOf)
const tags = [
  '家庭首购',
  '二胎家庭',
  '价格敏感',
  '关注智驾',
  '关注空间',
  '有置换',
  '企业高管',
  '个体经营',
  '新能源意向',
  '女性客户',
  '决策人到店',
  '金融需求',
]

/**
 * A weighted random time. One less than an hour ago is replaced by one on an earlier day, as early in the morning no customer has come yet.
 */
function createdAt({ random, now, calendar }: World): number {
  const at = duringDay(addDays(now, -calendar.someAge(random)), random)
  return at < now - 3600 ? at : duringDay(addDays(now, -1 - calendar.someAge(random)), random)
}

function makeCustomer(world: World, store: Store, person: Person, at: number): CustomerRow {
  const { random } = world
  const company = random.chance(0.04)
  const local = random.chance(0.85)
  const city = local ? store.dealer.city : random.pick(nearbyCities)
  const district = random.pick(city.districts)
  const isMarried = random.chance(0.55)
  const born = birthday(random, Number(dayText(world.now).slice(0, 4)))
  const identified = random.chance(0.2)
  const id = world.nextId('customer')
  const { name = person.name, company: longCompany } = unusual(id)
  return {
    dealer_id: store.dealer.id,
    id,
    name,
    mobile: person.mobile,
    second_phone: random.chance(0.06) ? `${random.pick(['0571', '0574', '025'])}-8${random.digits(7)}` : '',
    weixin: random.chance(0.25) ? `wx_${random.digits(7)}` : '',
    gender: person.gender,
    type: company || longCompany ? 2 : 1,
    company_name: longCompany ?? (company ? companyName(random, city.city) : ''),
    tags: random.chance(0.4) ? random.sample(tags, random.int(1, 3)).join(' ') : '',
    province: isMarried ? city.province : '',
    city: isMarried ? city.city : '',
    area: isMarried ? district.name : '',
    address: isMarried && random.chance(0.6) ? street(random) : '',
    identify_type: 1,
    identify_no: identified ? residentId(random, district.code, born, person.gender) : '',
    birthday: identified || random.chance(0.15) ? born : null,
    is_wecom: random.chance(0.35),
    current_deal_id: 0,
    created_at: instant(at),
    created_by: 0,
  }
}

/** Districts weighted so that most customers live near the store and few in the counties around its city. */
function nearDistricts(
  { district, city: own }: DemoDealer,
  city: City,
): [City['districts'][number], number][] {
  const here = own === city ? city.districts.findIndex(({ name }) => name === district) : 0
  return city.districts.map((one, at) => {
    const isCounty = Number(one.code) % 100 > 20
    return [one, isCounty ? 0.3 : 4 / (1 + Math.abs(at - here))]
  })
}

/** Fields of a new deal before anything has happened. */
const nothingYet = {
  follow_count: 0,
  next_follow_at: null,
  next_activity_type: 0,
  arrived_at: null,
  arrival_kind: 0,
  test_driven_at: null,
  smart_driven_at: null,
  ordered_at: null,
  delivered_at: null,
  deliver_planned_on: null,
  pay_type: 0,
  fail_reason: 0,
  failed_at: null,
  cross_recall: 0,
  waiting_fail_review: false,
  suspended_at: null,
  resume_duration: 0,
  resume_at: null,
} as const

function makeDeal(world: World, store: Store, customer: CustomerRow, source: number, at: number): DealRow {
  const { random } = world
  const { dealer } = store
  const businessType =
    customer.type === 2 && random.chance(0.6) ? 4 : random.pick([1, 1, 1, 1, 1, 1, 2, 3, 3])
  const local = random.chance(0.86)
  const city = local ? dealer.city : random.pick(nearbyCities)
  const seriesIds = random.sample(
    store.seriesIds,
    random.weighted([
      [1, 75],
      [2, 20],
      [3, 5],
    ] as const),
  )
  const customSources = dealer.sources.filter((one) => !one.deleted)
  return {
    dealer_id: dealer.id,
    id: world.nextId('deal'),
    customer_id: customer.id,
    is_current: true,
    superseded_at: null,
    owner_id: 0,
    level: random.weighted([
      ['N', 34],
      ['H', 18],
      ['A', 22],
      ['B', 17],
      ['C', 9],
    ] as const),
    level_before: '',
    from_source: source,
    other_source:
      source === 98
        ? random.weighted(onlineSourceWeights)
        : source === 99
          ? random.pick(customSources).id
          : 0,
    business_type: businessType,
    budget: random.weighted([
      [1, 34],
      [2, 8],
      [3, 28],
      [4, 15],
      [5, 8],
      [6, 5],
      [7, 2],
    ] as const),
    buy_count: businessType === 4 ? random.int(2, 20) : 0,
    buy_province: city.province,
    buy_city: city.city,
    buy_area: random.weighted(nearDistricts(dealer, city)).name,
    is_remote: city.city === dealer.city.city ? 2 : 1,
    buycar_on: random.chance(0.4) ? dayText(addDays(at, random.int(10, 90))) : null,
    is_replace: businessType === 3,
    series_ids: seriesIds,
    competitor_series_ids: random.chance(0.55)
      ? random.sample(competitorSeries, random.int(1, 2)).map(({ id }) => id)
      : [],
    old_series_id: businessType === 2 || businessType === 3 ? random.pick(store.seriesIds) : null,
    proof_images: proofImagesOf(dealer.id, source, customer.id),
    remark: '',
    system_tags: [],
    created_at: instant(at),
    created_by: 0,
    last_follow_at: new Date(0),
    ...nothingYet,
  }
}

function chooseOwner(world: World, store: Store, source: number, at: number): DemoMember {
  const { random } = world
  if (store.former && at < store.formerLeftAt - 3 * 86_400 && random.chance(0.18)) return store.former
  if (source === 98 && random.chance(0.08)) return random.pick(store.online)
  return random.weighted(store.consultants.map((one, place) => [one, shares[place] ?? 6] as const))
}

/** Weights of a store's consultants: some get more of its customers than others. */
const shares = [10, 12, 9, 11, 7, 8]
/** Success of a store's consultants: some sell to more of their customers. */
const skills = [1.25, 0.9, 1.1, 0.7, 1, 0.85] as const
const skillOf = ({ id }: DemoMember): number => skills[id % skills.length] ?? 1

/** Creates a customer of a store and the story from first contact until now, at random or by a scene. */
export function narrateCustomer(world: World, store: Store, person: Person, scene?: Scene): CustomerRow {
  const { random, ledger } = world
  const at = scene ? morningOf(addDays(world.now, -scene.daysAgo)) : createdAt(world)
  const source = scene ? walkInSource : random.weighted(sourceWeights)
  const customer = makeCustomer(world, store, person, at)
  const rows: TimelineRow[] = []
  const story = openDeal(world, store, customer, source, at, rows)
  customer.created_by = story.deal.created_by
  if (scene) scene.play(story)
  else live(story)
  const again = scene ? undefined : comesAgainAt(story)
  if (again) repurchase(story, again, rows)
  else story.finish()
  rows.sort((a, b) => a.created_at.getTime() - b.created_at.getTime())
  ledger.customers.push(customer)
  ledger.timeline.push(...rows)
  return customer
}

/** Kind of note written when a file is created, by source. */
const situationOf: Readonly<Record<number, Situation>> = {
  1: 'createdCall',
  2: 'createdVisit',
  3: 'createdReferral',
  4: 'createdMaker',
  5: 'createdEvent',
  6: 'createdReferral',
  7: 'createdMedia',
  8: 'createdMedia',
  96: 'createdEvent',
  98: 'createdOnline',
}

function openDeal(
  world: World,
  store: Store,
  customer: CustomerRow,
  source: number,
  at: number,
  rows: TimelineRow[],
): Story {
  const { random, ledger } = world
  const deal = makeDeal(world, store, customer, source, at)
  const owner = chooseOwner(world, store, source, at)
  const story = new Story(world, store, customer, deal, owner, rows, at)
  const byFront = (source === 1 || source === 2) && random.chance(0.45)
  const cleaned = source === 98 && store.dealer.policy !== 3
  const creator = cleaned ? random.pick(store.online) : byFront ? store.front : owner
  deal.owner_id = owner.id
  deal.created_by = creator.id
  customer.current_deal_id = deal.id
  ledger.deals.push(deal)
  if (source === walkInSource) story.plan(activityType.call, story.usualDays())
  else planNext(story)
  deal.remark = random.chance(0.7) ? story.note(situationOf[source] ?? 'createdOther') : ''
  story.write(timelineType.created, '建档', describeFile(story), creator)
  if (source === 98) leadBefore(story, creator)
  return story
}

function describeFile({ deal, owner }: Story): string {
  const series = deal.series_ids.map((seriesId) => catalogue.series.find(({ id }) => id === seriesId)?.name)
  return [
    `新建客户档案，来源：${displayOf('customerFromSources', deal.from_source)}`,
    `意向车系：${series.join('、')}`,
    `客户经理：${owner.name}`,
    ...(deal.remark ? [`备注：${deal.remark}`] : []),
  ].join('；')
}

type Course = 'follow' | 'order' | 'defeat' | 'suspend'

/** Continues the deal: the older it is, the more likely it has ended. */
function live(story: Story): void {
  const { random, deal } = story
  if (
    deal.from_source === walkInSource &&
    random.chance(0.85) &&
    story.advance(story.at + random.int(1500, 5400))
  )
    visitAndDrive(story, 0.3)
  const ageDays = (story.world.now - story.at) / daySeconds
  const course = random.weighted<Course>([
    ['follow', ageDays < 30 ? 55 : ageDays < 120 ? 25 : 6],
    ['order', 28 * story.store.dealer.strength * skillOf(story.owner)],
    ['defeat', 32],
    ['suspend', 7],
  ])
  const warm = course === 'order' || (course === 'follow' && random.chance(0.5))
  const steps = course === 'follow' ? random.int(8, 16) : random.int(1, course === 'order' ? 6 : 5)
  if (!followUp(story, steps, warm)) return
  if (course === 'order' || (course === 'follow' && warm && random.chance(0.5))) closeSale(story)
  else if (course === 'suspend') rest(story)
  else giveUp(story)
}

function closeSale(story: Story): void {
  for (let tries = 0; tries < 6 && !story.deal.arrived_at; tries++) if (!followUp(story, 1, true)) return
  const end = sell(story)
  if (end === 'following' && followUp(story, 2, true)) giveUp(story)
  if (end === 'cancelled' && followUp(story, story.random.int(1, 3), false)) giveUp(story)
}

function giveUp(story: Story): void {
  const { random } = story
  const end = defeat(story)
  if (end === 'rejected' && followUp(story, random.int(2, 4), random.chance(0.3))) {
    if (random.chance(0.25)) closeSale(story)
    else giveUp(story)
  } else if (
    end === 'defeated' &&
    random.chance(0.06) &&
    revive(story) &&
    followUp(story, random.int(1, 4), true)
  ) {
    if (random.chance(0.4)) closeSale(story)
    else followUp(story, 20, false)
  }
}

function rest(story: Story): void {
  const { random } = story
  if (suspend(story) !== 'woken') return
  if (!followUp(story, random.int(2, 6), random.chance(0.5))) return
  if (random.chance(0.4)) rest(story)
  else giveUp(story)
}

/** When a satisfied owner comes back for a second car; undefined for all others. */
function comesAgainAt({ world: { random, now }, deal, at }: Story): number | undefined {
  if (deal.level !== 'D' || !random.chance(0.12)) return undefined
  const again = duringDay(addDays(at, random.int(20, 160)), random)
  return again < now - 3600 ? again : undefined
}

/** Opens a new deal for the same customer; the first one becomes history. */
function repurchase(first: Story, at: number, rows: TimelineRow[]): void {
  const { world, store, customer } = first
  first.close(at)
  const story = openDeal(world, store, customer, regularSource, at, rows)
  story.deal.last_follow_at = first.deal.last_follow_at
  story.deal.business_type = 2
  story.deal.is_replace = false
  story.deal.old_series_id = first.deal.series_ids[0] as number
  live(story)
  story.finish()
  first.keepVisit(story.owner)
}
