import { timelineType } from '@showroom/contract/customer/customer.rules'
import type { DemoMember } from './network.ts'
import { courtesyName } from './people.ts'
import { Random } from './random.ts'
import { recordedSeconds, recordingOf } from './recordings.ts'
import type {
  CallRecordRow,
  CustomerRow,
  DealRow,
  LeadRow,
  Ledger,
  TestShareRow,
  TimelineRow,
} from './rows.ts'
import { catalogue, competitorSeries } from './vehicles.ts'

/**
 * Derives recorded calls, shared test drives and portal facts of leads from the timeline. Runs after all stories with its own random
 * generator, so that the stories do not change.
 */

/** Share of phone calls made over the recorded line; `sharedShare` is the share of test drives shared with the customer. */
const recordedShare = 0.04
/** Every n-th of those calls has only a transcript, as its recording was not kept. */
const unrecordedEvery = 8
const sharedShare = 0.3

interface Line {
  readonly type: 'customer' | 'sales'
  readonly text: string
}
const sales = (text: string): Line => ({ type: 'sales', text })
const customer = (text: string): Line => ({ type: 'customer', text })

interface Talk {
  /** 陈先生 */
  readonly name: string
  readonly series: string
  readonly member: string
  readonly store: string
  /** Price and day agreed on, parsed from the timeline's text; empty if there are none. */
  readonly price: string
  readonly day: string
}

const greeting = ({ name, member, series, store }: Talk): Line[] => [
  sales(`您好，请问是${name}吗？我是${store}的${member}，之前跟您聊过${series}。`),
  customer('对，是我，你说。'),
]
const middles: readonly ((talk: Talk) => Line[])[] = [
  ({ series }) => [
    sales(`想问问您${series}考虑得怎么样了？`),
    customer('还在看，家里人觉得空间可以，就是想再比一比。'),
    sales('理解的，您主要是和哪款车比？我把配置对比发给您。'),
    customer('行，发我微信就可以。'),
  ],
  ({ series }) => [
    sales(`这周${series}到了几台现车，您关心的颜色也有。`),
    customer('现车大概多久能提？'),
    sales('手续齐全的话三天左右。'),
    customer('那还挺快的，我周末安排一下时间。'),
  ],
  () => [
    sales('上次您问的置换，二手车评估师这周都在店里。'),
    customer('我那台车大概能估多少？'),
    sales('要看车况，您开过来二十分钟就能出价，本品置换还有补贴。'),
    customer('好，那我找个下午过去。'),
  ],
  () => [
    sales('您之前担心的保养费用，我帮您算了一下，三年下来不高。'),
    customer('有没有保养套餐？'),
    sales('有的，订车一起买更划算，我把明细发您。'),
    customer('可以，先看看。'),
  ],
]
const quoteLines = ({ price }: Talk): Line[] => [
  customer('现在最低多少能落地？'),
  sales(`目前能给到${price}元，含两次保养，这个月底之前有效。`),
  customer('嗯，我跟家里商量一下。'),
]
const inviteLines = ({ day }: Talk): Line[] => [
  sales(`那我给您约${day}到店，试驾车我提前准备好。`),
  customer('可以，到时候联系。'),
]
const farewell: readonly Line[] = [sales('好的，那不打扰您了，有问题随时联系我。'), customer('好，再见。')]

/** Spoken characters per second. */
const pace = 4.5

function transcriptOf(random: Random, talk: Talk): { seconds: number; transcript: string } {
  const lines = [
    ...greeting(talk),
    ...random.pick(middles)(talk),
    ...(talk.price ? quoteLines(talk) : []),
    ...(talk.day ? inviteLines(talk) : []),
    ...farewell,
  ]
  let at = random.int(1, 3)
  const timed = lines.map((line) => {
    const spoken = { ...line, at }
    at += Math.ceil(line.text.length / pace) + random.int(0, 2)
    return spoken
  })
  return { seconds: at, transcript: JSON.stringify(timed) }
}

/** Lookups for the stories. */
interface Books {
  readonly customers: ReadonlyMap<number, CustomerRow>
  readonly deals: ReadonlyMap<number, DealRow>
  readonly stores: ReadonlyMap<number, string>
}

const seriesName = (id: number | undefined): string =>
  catalogue.series.find((one) => one.id === id)?.name ?? ''

function recordCall(random: Random, row: TimelineRow, books: Books, id: number): CallRecordRow {
  const person = books.customers.get(row.customer_id)
  const talk: Talk = {
    name: person ? courtesyName(person.name, person.gender) : '',
    series: seriesName(books.deals.get(row.deal_id)?.series_ids[0]),
    member: row.owner_name,
    store: books.stores.get(row.dealer_id) ?? '',
    price: /报价([\d,.]+)元/.exec(row.content)?.[1] ?? '',
    day: /预约到店：([\d-]+)/.exec(row.content)?.[1] ?? '',
  }
  const { seconds: spoken, transcript } = transcriptOf(random, talk)
  const isRecorded = id % unrecordedEvery !== 0
  const seconds = isRecorded ? recordedSeconds(spoken) : spoken
  // The follow-up is written after the call.
  const started_at = new Date(row.created_at.getTime() - (seconds + random.int(20, 120)) * 1000)
  const { dealer_id, customer_id, member_id } = row
  const audio_key = isRecorded ? recordingOf(dealer_id, seconds) : ''
  row.call_id = id
  row.audio_key = audio_key
  return { dealer_id, id, customer_id, member_id, started_at, seconds, audio_key, transcript }
}

function shareDrive(random: Random, row: TimelineRow, books: Books, id: number): TestShareRow {
  const driven = catalogue.series.find(({ name }) => row.content.includes(`试驾车系：${name}`))
  const series_id = driven?.id ?? books.deals.get(row.deal_id)?.series_ids[0] ?? 0
  const minutes = random.int(18, 45)
  const km = (minutes * random.int(24, 42)) / 60
  const report = [
    { label: '试驾里程', value: `${km.toFixed(1)} km` },
    { label: '试驾时长', value: `${minutes} 分钟` },
    { label: '平均车速', value: `${Math.round((km / minutes) * 60)} km/h` },
    { label: '最高车速', value: `${random.int(62, 98)} km/h` },
    {
      label: '百公里能耗',
      value: series_id >= 1209 ? `${random.int(122, 168) / 10} kWh` : `${random.int(58, 89) / 10} L`,
    },
    {
      label: '试驾路线',
      value: random.pick(['城市通勤路线', '城市快速路线', '滨江山路路线', '综合体验路线']),
    },
    {
      label: '客户评价',
      value: random.pick([
        '动力顺畅，静谧性好',
        '底盘扎实，转向轻盈',
        '座椅舒适，辅助驾驶好用',
        '空间宽敞，视野不错',
      ]),
    },
  ]
  row.share_id = id
  // The car's report makes it a smart drive.
  const deal = books.deals.get(row.deal_id)
  if (deal) deal.smart_driven_at ??= row.created_at
  const { dealer_id, customer_id, created_at: driven_at } = row
  return { dealer_id, id, customer_id, series_id, driven_at, report: JSON.stringify(report) }
}

/** Some series names already include their brand. */
const rivalName = ({ brand_name: brand, series_name: name }: (typeof competitorSeries)[number]): string =>
  name.startsWith(brand) ? name : `${brand} ${name}`

/** Facts that a portal reports about a prospect. */
function narrateFacts(random: Random, lead: LeadRow): void {
  const series = seriesName(lead.series_id ?? undefined)
  const rivals = random.sample(competitorSeries, 2).map(rivalName)
  lead.clue_level = random.chance(0.35) ? 1 : 2
  lead.facts = {
    seriesName: series,
    siteDesc: random.pick(['车型详情页询价', '车款报价页留资', '试驾预约页', '活动专题页', '直播间小风车']),
    paymentMoney: random.chance(0.2) ? 9900 : 0,
    buyCarIndex: String(random.int(52, 97)),
    budget: random.pick(['10-15万', '15-20万', '20-25万', '25-30万']),
    replaceProbability: `${random.int(8, 82)}%`,
    loanProbability: `${random.int(15, 78)}%`,
    configurePrefer: random.pick(['全景天窗、座椅通风', '高阶辅助驾驶', '大屏与音响', '后排空间与舒适座椅']),
    onlinePrefer: random.pick(['晚间浏览较多', '周末浏览较多', '午间浏览较多']),
    customerCity: lead.city,
    purpose: random.pick(['家用代步', '上下班通勤', '二胎换车', '商务接待', '自驾出行']),
    historySpec: JSON.stringify(rivals.slice(0, 1)),
    attentionSeries: JSON.stringify([series, ...rivals].filter(Boolean)),
    openingRemarks: `您好，看到您在关注${series || '我们的车型'}，我是您的专属顾问，想了解一下您的用车需求。`,
    specIntroduction: `${series || '这款车'}在同级里空间和静谧性突出，标配的安全配置也更完整。`,
    activityRecommend: '本月到店试驾有礼，置换可享额外补贴。',
    pricingStrategy: '先了解收款方式与置换意向，再报综合落地价；避免首通电话报底价。',
    inviteToShop: '周末店里有试驾活动，我帮您预留一台试驾车，您看周六还是周日方便？',
  }
}

export function narrateRecords(
  ledger: Ledger,
  members: readonly DemoMember[],
  stores: ReadonlyMap<number, string>,
): void {
  const random = new Random(20_261_122)
  const books: Books = {
    customers: new Map(ledger.customers.map((one) => [one.id, one])),
    deals: new Map(ledger.deals.map((one) => [one.id, one])),
    stores,
  }
  const people = new Set(members.map(({ id }) => id))
  for (const row of ledger.timeline) {
    if (!people.has(row.member_id)) continue
    const byPhone = row.type === timelineType.call && row.content.startsWith('沟通方式：电话')
    if (byPhone && random.chance(recordedShare))
      ledger.calls.push(recordCall(random, row, books, ledger.calls.length + 1))
    if (row.type === timelineType.testDrive && random.chance(sharedShare))
      ledger.shares.push(shareDrive(random, row, books, ledger.shares.length + 1))
  }
  for (const lead of ledger.leads) narrateFacts(random, lead)
}
