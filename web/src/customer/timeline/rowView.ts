import { moneyText } from '@showroom/contract/kernel/money'
import { followEvent, timelineType } from '@showroom/contract/customer/customer.rules'
import { tagsIn } from '@showroom/contract/customer/tags'
import type { TimelineFacts, TimelineRow } from '@showroom/contract/customer/timeline.schema'
import { formatDay, formatMinute } from '../../ui/day'

/** Splits a timeline row for display: the remark first, details as chips, then the next step. Free of DOM. */
export interface RowView {
  /** The author's own words; empty if there are none. */
  readonly text: string
  /** A word or two each, without a label if it is clear without. */
  readonly chips: readonly string[]
  /** Changes of the file, one per line. */
  readonly lines: readonly string[]
  readonly next: { readonly day: string; readonly what: string } | undefined
}

/** Dictionary texts by kind and code. */
export interface Words {
  readonly activity: (type: number) => string
  readonly contact: (code: number) => string
  readonly event: (code: number) => string
  readonly stay: (code: number) => string
  readonly testResult: (code: number) => string
  readonly source: (code: number) => string
  readonly onlineSource: (code: number) => string
  readonly failReason: (code: number) => string
  readonly failSubReason: (code: number) => string
}

type Parts = Partial<RowView>
type FactsOf<Kind extends TimelineFacts['kind']> = Extract<TimelineFacts, { kind: Kind }>

/** The fields of a row that are displayed. */
export type ShownRow = Pick<TimelineRow, 'type' | 'facts' | 'content'>

/** Uses a row's facts; for an older row without facts, its sentence. */
export function rowViewOf(row: ShownRow, words: Words): RowView {
  const parts = row.facts ? partsOfFacts(row.facts, words) : partsOfType(row)
  return { text: '', lines: [], next: undefined, ...parts, chips: (parts.chips ?? []).filter(Boolean) }
}

const labelled = (label: string, text: string | undefined): string => (text ? `${label}：${text}` : '')
const day = (label: string, at: number | undefined): string => (at ? `${label} ${formatDay(at)}` : '')

function partsOfFacts(facts: TimelineFacts, words: Words): Parts {
  if (facts.kind === 'edited') return { lines: facts.changes.split('\n') }
  return {
    text: ('said' in facts && facts.said) || '',
    next: 'nextDate' in facts ? nextOf(facts, words) : undefined,
    chips: (chipsBy[facts.kind] as (facts: TimelineFacts, words: Words) => string[])(facts, words),
  }
}

const openedChips = (facts: FactsOf<'created' | 'repurchased' | 'revived'>, words: Words): string[] => [
  'fromSource' in facts ? words.source(facts.fromSource ?? 0) : '',
  facts.series ?? '',
  labelled('客户经理', facts.owner),
]

/** Chips by kind of row. */
const chipsBy: {
  [Kind in Exclude<TimelineFacts['kind'], 'edited'>]: (facts: FactsOf<Kind>, words: Words) => string[]
} = {
  followed: (facts, words) => [...happenedChips(facts, words), ...endChips(facts, words)],
  defeatAsked: defeatChips,
  defeatAgreed: () => [],
  annotated: () => [],
  defeatRejected: ({ owner, isCrossRecall }) => [
    labelled('客户经理', owner),
    isCrossRecall ? '交叉回访' : '',
  ],
  created: openedChips,
  repurchased: openedChips,
  revived: openedChips,
  suspended: ({ resumeDuration }) => [sleep(resumeDuration ?? 0)],
  woken: ({ isDue }) => [isDue ? '休眠到期' : ''],
  tagged: tagChips,
  arrived: ({ isInvited }) => [isInvited ? '应邀到店' : '自然到店'],
  visited: (facts) => [
    facts.contactStatus === 1 ? '已联系' : '未联系上',
    facts.isDelivered ? '已交车' : '',
    facts.isBirthday ? '生日回访' : '',
    day('回访日期', facts.completedDate),
  ],
  reassigned: ({ from, to }) => [`${from} → ${to}`],
  leadGiven: ({ owner, why }) => [labelled('客户经理', owner), why ?? ''],
  leadRepeated: ({ onlineSource, series, filled }, words) => [
    words.onlineSource(onlineSource ?? 0),
    series ?? '',
    labelled('已补全', filled ?? ''),
  ],
  recorded: ({ seconds, testSeries, contact }) => [
    seconds ? `通话 ${durationText(seconds)}` : '',
    testSeries ?? '',
    contact ?? '',
  ],
  merged: ({ name, mobile, owner, level, keptNumbers, isCurrent, newOwner }) => [
    `${name} ${mobile}`,
    labelled('原客户经理', owner),
    `原${level}级`,
    labelled('并入备用号码', keptNumbers),
    isCurrent ? '沿用其当前商机' : '',
    labelled('现客户经理', newOwner),
  ],
  imported: ({ way }) => [way ?? ''],
  order: orderChips,
}

function happenedChips(facts: FactsOf<'followed'>, words: Words): string[] {
  const { event = 0, quote, reserveComeDate, nextDate } = facts
  return [
    words.contact(facts.contactType ?? 0),
    event === followEvent.other || (event === followEvent.quote && quote) ? '' : words.event(event),
    quote ? `报价 ${moneyText(quote)}` : '',
    // Left out if the visit itself is the next step, which shows the same day.
    reserveComeDate === nextDate ? '' : day('预约到店', reserveComeDate),
    words.stay(facts.comeDuration ?? 0),
    facts.testSeries ?? '',
    facts.testCar ?? '',
    facts.testMinutes ? `试驾 ${facts.testMinutes}分钟` : '',
    words.testResult(facts.testResult ?? 0),
  ]
}

const endChips = (facts: FactsOf<'followed'>, words: Words): string[] =>
  facts.resumeDuration ? [sleep(facts.resumeDuration)] : facts.failReason ? defeatChips(facts, words) : []

function defeatChips(facts: FactsOf<'defeatAsked' | 'followed'>, words: Words): string[] {
  const reasons = [words.failReason(facts.failReason ?? 0), words.failSubReason(facts.failSubReason ?? 0)]
  return [
    reasons.filter(Boolean).join(' / '),
    facts.failDealer ?? '',
    labelled('买了', facts.failSeries),
    facts.failProducts ?? '',
    labelled('意向购车城市', facts.failCity),
  ]
}

function orderChips(facts: FactsOf<'order'>): string[] {
  return [
    facts.orderNo,
    facts.reason ?? '',
    facts.vehicle ?? '',
    facts.deposit ? `定金 ${moneyText(facts.deposit)}` : '',
    facts.payType ? (facts.payType === 1 ? '全款' : '按揭') : '',
    facts.isInsured ? '店内投保' : '',
    day('交车', facts.deliverDate),
    facts.level ? `恢复为${facts.level}级` : '',
    ...(facts.changes?.split('\n') ?? []),
  ]
}

/** Added and removed tags; unchanged ones are on the file anyway. */
function tagChips({ tags = '', before = '' }: FactsOf<'tagged'>): string[] {
  if (tags === '') return ['清空标签']
  const [has, had] = [tagsIn(tags), tagsIn(before)]
  return [
    ...has.filter((tag) => !had.includes(tag)),
    ...had.filter((tag) => !has.includes(tag)).map((tag) => `去掉 ${tag}`),
  ]
}

/** `3分5秒` */
const durationText = (seconds: number): string =>
  seconds < 60 ? `${seconds}秒` : `${Math.floor(seconds / 60)}分${seconds % 60}秒`

const sleep = (days: number): string => (days ? `休眠 ${days}天` : '')

interface Next {
  nextType?: number | undefined
  nextDate?: number | undefined
  nextMinutes?: number | undefined
}

const nextOf = ({ nextType = 0, nextDate = 0, nextMinutes = 0 }: Next, words: Words): RowView['next'] =>
  nextDate > 0
    ? {
        day: nextMinutes > 0 ? formatMinute(nextDate) : formatDay(nextDate),
        what: words.activity(nextType) || '跟进',
      }
    : undefined

/** Labels that can be left out because their text is clear without. */
const plain =
  /^(?:沟通方式|发生事件|到店时长|试驾车系|试驾车|试驾结果|联系状态|意向车系|战败原因|取消原因|订单号|标签|产品原因)：/
const ends = /；(下次跟进|下次回访)：(\d{4}-\d{2}-\d{2})(?: ([^；]*))?$/
const laterParts = /；(?:转为休眠，\d+天后自动唤醒|战败原因：[^；]*(?:；.*)?|客户恢复为.级)$/s

/** Row types whose sentence was generated, not typed. */
const unwritten: ReadonlySet<number> = new Set([
  timelineType.leadAssigned,
  timelineType.suspended,
  timelineType.woken,
  timelineType.tagged,
  timelineType.undone,
])

function partsOfType({ type, content }: ShownRow): Parts {
  const { text = '', chips = [], ...parts } = partsOfText(content)
  return unwritten.has(type) && chips.length === 0 ? { ...parts, chips: [text] } : { ...parts, text, chips }
}

/**
 * Parses the sentence of a row from before facts were stored. Text before 备注： becomes chips, then the remark, then the outcome. A sentence
 * without parts counts as the remark.
 */
export function partsOfText(content: string): Parts {
  const [, label = '', nextDay = '', what = ''] = ends.exec(content) ?? []
  const next = nextDay ? { day: nextDay, what: what || (label === '下次回访' ? '回访' : '跟进') } : undefined
  const text = content.replace(ends, '')
  const [, before, rest] = /^(?:(.*?)；)?(?:备注|驳回原因)：(.*)$/s.exec(text) ?? []
  if (rest === undefined) return isParts(text) ? { chips: chipsOf(text), next } : { text, next }
  const [later = ''] = laterParts.exec(rest) ?? []
  const spoken = later ? rest.slice(0, -later.length) : rest
  return { text: spoken, next, chips: [...chipsOf(before ?? ''), ...chipsOf(later)] }
}

const isParts = (text: string): boolean => /^[^；。！？\n]{1,30}：/.test(text) || /；[^；]{2,8}：/.test(text)

function chipsOf(text: string): string[] {
  const parts = text.split('；').filter(Boolean)
  const isQuoted = parts.some((part) => /^报价[\d,.]+元$/.test(part))
  return parts
    .filter((part) => part !== '发生事件：其他' && !(isQuoted && part === '发生事件：报价'))
    .map((part) =>
      part
        .replace(plain, '')
        .replace(/^新建客户档案，来源：/, '')
        .replace(/^报价(?=\d)/, '报价 '),
    )
}

/** The remark in a row's sentence, or the whole sentence if it has no other. */
export const remarkOf = (content: string): string => partsOfText(content).text || content
