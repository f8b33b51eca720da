import { moneyText, yuanOf } from '@showroom/contract/kernel/money'
import type { ClueDetail, ClueEvent } from '@showroom/contract/lead/lead.schema'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { Clamped } from '../../ui/Clamped'
import { formatMinute } from '../../ui/day'
import { levelOf, statusOf } from '../lead.labels'
import '../../ui/RecordFacts.css'
import './lead-facts.css'
import { safeAddress } from '../../ui/address'

/** Facts about a lead, shared by the drawer and the dialog. */

export type FactTexts = readonly (readonly [label: string, text: string])[]

const remoteTexts: Readonly<Record<number, string>> = { 1: '是', 2: '否' }

function mobileOf({ phone, lacksMobile, isErased }: ClueDetail): string {
  if (isErased) return '已删除'
  return lacksMobile ? '无手机号' : phone
}

export const aboutContact = (data: ClueDetail): FactTexts => [
  ['客户姓名', data.name],
  ['手机号', mobileOf(data)],
  ['备用号码', data.secondardPhone],
  ['线索状态', statusOf(data.status).text],
  ['客户经理', data.ownerName],
]

export const aboutLead = (data: ClueDetail): FactTexts => [
  ['线索级别', levelOf(data.clueLevel)],
  ['网络来源', data.sourceName],
  ['创建时间', formatMinute(data.createTime)],
  ['来源页面', data.siteDesc],
]

export const aboutWish = (data: ClueDetail): FactTexts => [
  ['意向车系', data.seriesName],
  ['对应车系', data.mappingSeriesName === data.seriesName ? '' : data.mappingSeriesName],
  ['所在地区', placeOf(data.province, data.city, data.area)],
  ['购车地区', placeOf(data.buyProvince, data.buyCity, data.buyArea)],
  ['异地购车', remoteTexts[data.isRemote] ?? ''],
  ['支付金额', data.paymentMoney ? moneyText(yuanOf(data.paymentMoney)) : ''],
]

export const aboutProspect = (data: ClueDetail): FactTexts => [
  ['常驻城市', data.customerCity],
  ['购车指数', data.buyCarIndex],
  ['预算', data.budget],
  ['购车用途', data.purpose],
  ['置换概率', data.replaceProbability],
  ['贷款概率', data.loanProbability],
  ['配置偏好', data.configurePrefer],
  ['上网偏好', data.onlinePrefer],
]

export const aboutTalk = (data: ClueDetail): FactTexts => [
  ['开场白', data.openingRemarks],
  ['车型介绍', data.specIntroduction],
  ['活动推荐', data.activityRecommend],
  ['价格策略', data.pricingStrategy],
  ['邀约到店', data.inviteToShop],
]

const placeOf = (...parts: readonly string[]): string => parts.filter(Boolean).join(' ')

/** Parses the names from a source's JSON list of strings or of objects with a name. Returns other text unchanged. */
export function namesOf(json: string): string[] {
  try {
    return Names.parse(JSON.parse(json || '[]')).filter(Boolean)
  } catch {
    return [json]
  }
}
const Names = z.array(z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]))

export function Facts({ facts, wide = false }: { facts: FactTexts; wide?: boolean }) {
  return (
    <dl className="sr-c-record-facts">
      {facts.map(
        ([label, text]) =>
          text && (
            <div key={label} className={wide ? 'sr-c-record-wide' : ''}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

interface PartProps {
  title: string
  /** Shown beside the title. */
  extra?: ReactNode
  children: ReactNode
}

export const Part = ({ title, extra, children }: PartProps) => (
  <section className="sr-lead-part" aria-label={title}>
    <h3 className="sr-lead-part-title">
      {title}
      {extra}
    </h3>
    {children}
  </section>
)

/** The prospect's message, which the call should answer first. */
export const AskedPart = ({ data: { remark } }: { data: ClueDetail }) =>
  remark !== '' && (
    <div className="sr-lead-asked">
      <Part title="客户留言">
        <Clamped text={remark} />
      </Part>
    </div>
  )

/** A list of facts; hidden if the source sent none of them. */
export function FactsPart({
  title,
  facts,
  wide = false,
}: {
  title: string
  facts: FactTexts
  wide?: boolean
}) {
  if (facts.every(([, text]) => text === '')) return null
  return (
    <Part title={title}>
      <Facts facts={facts} wide={wide} />
    </Part>
  )
}

/** Links to the source's own page about the prospect. Only http and https addresses are linked. */
export function SourcePage({ data: { zhwxUrl } }: { data: ClueDetail }) {
  if (!/^https?:\/\//.test(zhwxUrl)) return null
  return (
    <a className="sr-lead-source-page" href={safeAddress(zhwxUrl)} target="_blank" rel="noreferrer">
      打开来源页面
    </a>
  )
}

/** Models that the prospect viewed and series they follow on other sites. */
export function CarsPart({ data }: { data: ClueDetail }) {
  const lists = [
    ['浏览车型', namesOf(data.historySpec)],
    ['关注车系', namesOf(data.attentionSeries)],
  ] as const
  if (lists.every(([, names]) => names.length === 0)) return null
  return (
    <Part title="浏览与关注">
      <dl className="sr-c-record-facts">
        {lists.map(
          ([label, names]) =>
            names.length > 0 && (
              <div key={label} className="sr-c-record-wide">
                <dt>{label}</dt>
                <dd className="sr-lead-cars">
                  {[...new Set(names)].map((name) => (
                    <span key={name}>{name}</span>
                  ))}
                </dd>
              </div>
            ),
        )}
      </dl>
    </Part>
  )
}

/** Names of the fields that sources send. Others are shown as sent. */
const sentFields: Readonly<Record<string, string>> = {
  externalId: '线索编号',
  name: '姓名',
  mobile: '手机号',
  series: '意向车系',
  province: '省份',
  city: '城市',
  remark: '客户留言',
  clueLevel: '线索级别',
  createdAt: '留资时间',
  zhwxUrl: '来源页面链接',
  siteDesc: '来源页面',
  paymentMoney: '支付金额',
  historySpec: '浏览车型',
  attentionSeries: '关注车系',
  customerCity: '常驻城市',
  buyCarIndex: '购车指数',
  budget: '预算',
  purpose: '购车用途',
  replaceProbability: '置换概率',
  loanProbability: '贷款概率',
  configurePrefer: '配置偏好',
  onlinePrefer: '上网偏好',
  openingRemarks: '开场白',
  specIntroduction: '车型介绍',
  activityRecommend: '活动推荐',
  pricingStrategy: '价格策略',
  inviteToShop: '邀约到店',
}

/** `浏览车型第2项` of `historySpec.1`. */
function fieldName(path: string): string {
  const [field = '', item] = path.split('.')
  const name = sentFields[field]
  return name && item ? `${name}第${Number(item) + 1}项` : (name ?? path)
}

/** Fields of the source that could not be read, with the reason. Fields with the same reason share a line. */
export function UnreadPart({ data: { warnings = [] } }: { data: ClueDetail }) {
  if (warnings.length === 0) return null
  const fields = new Map<string, string[]>()
  for (const { path, text } of warnings) fields.set(text, [...(fields.get(text) ?? []), fieldName(path)])
  return (
    <Part title="来源字段未识别">
      <ul className="sr-lead-unread">
        {[...fields].map(([text, names]) => (
          <li key={text}>
            <strong>{names.filter(Boolean).join('、')}</strong> {text}
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** The lead's history, newest first. */
export function EventsPart({ events }: { events: readonly ClueEvent[] }) {
  return (
    <Part title="处理记录">
      {events.length === 0 && <p className="sr-quiet">还没有处理记录</p>}
      <ol className="sr-lead-events">
        {events.map((event) => (
          <li key={event.id}>
            <time dateTime={new Date(event.createdAt * 1000).toISOString()}>
              {formatMinute(event.createdAt)}
            </time>
            <p>
              <strong>{event.result}</strong>
              <span>{event.handleOwnerName}</span>
              {event.followOwnerName && <span>跟进人 {event.followOwnerName}</span>}
            </p>
            {event.remark && <p className="sr-lead-event-remark">{event.remark}</p>}
          </li>
        ))}
      </ol>
    </Part>
  )
}
