import * as lead from '@showroom/contract/lead/lead.api'
import type { ClueDetail, ClueEvent } from '@showroom/contract/lead/lead.schema'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { queryOf } from '../api/query'
import { formatMinute } from '../ui/day'
import { RecordDialog, type RecordProps } from './RecordDialog'
import './LeadDialog.css'
import './RecordFacts.css'

/** The online lead that a customer came from, with what became of it (document 2, section 3.10). */
export function LeadDialog({ id, onClosed }: RecordProps) {
  const query = useQuery(queryOf(lead.detail, { clueId: id }))
  return (
    <RecordDialog title="线索详情" query={query} onClosed={onClosed} width={760}>
      {({ data, timeline }) => (
        <>
          <Facts facts={aboutLead(data)} />
          <Part title="购车意向" facts={aboutWish(data)} />
          <Part title="沟通建议" facts={aboutTalk(data)} wide />
          <Events events={timeline} />
        </>
      )}
    </RecordDialog>
  )
}

type FactTexts = readonly (readonly [label: string, text: string])[]

const statusTexts: Readonly<Record<number, string>> = {
  1: '待清洗',
  2: '已完成',
  3: '已关闭',
  4: '无效',
  5: '待分配',
  12: '未接通',
}
const remoteTexts: Readonly<Record<number, string>> = { 1: '是', 2: '否' }
const yuan = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 2 })

const aboutLead = (data: ClueDetail): FactTexts => [
  ['姓名', data.name],
  ['手机号', data.phone],
  ['线索状态', statusTexts[data.status] ?? ''],
  ['线索级别', data.clueLevel === 1 ? '一级' : '二级'],
  ['线索来源', data.sourceName],
  ['创建时间', formatMinute(data.createTime)],
  ['负责人', data.ownerName],
  ['说明', data.siteDesc],
]

const aboutWish = (data: ClueDetail): FactTexts => [
  ['意向车系', data.seriesName],
  ['对应车系', data.mappingSeriesName === data.seriesName ? '' : data.mappingSeriesName],
  ['所在地区', placeOf(data.province, data.city)],
  ['购车地区', placeOf(data.buyProvince, data.buyCity, data.buyArea)],
  ['异地购车', remoteTexts[data.isRemote] ?? ''],
  ['常驻城市', data.customerCity],
  ['支付金额', data.paymentMoney ? `${yuan.format(data.paymentMoney / 100)}元` : ''],
  ['购车指数', data.buyCarIndex],
  ['预算', data.budget],
  ['置换概率', data.replaceProbability],
  ['贷款概率', data.loanProbability],
  ['配置偏好', data.configurePrefer],
  ['上网偏好', data.onlinePrefer],
  ['购车用途', data.purpose],
  ['浏览车型', namesOf(data.historySpec)],
  ['关注车系', namesOf(data.attentionSeries)],
]

const aboutTalk = (data: ClueDetail): FactTexts => [
  ['开场白', data.openingRemarks],
  ['车型介绍', data.specIntroduction],
  ['活动推荐', data.activityRecommend],
  ['价格策略', data.pricingStrategy],
  ['邀约到店', data.inviteToShop],
]

const placeOf = (...parts: readonly string[]): string => parts.filter(Boolean).join(' ')

/** The sources send lists as JSON texts: of names, or of things that have one. What is no list is shown as it is. */
function namesOf(json: string): string {
  try {
    return Names.parse(JSON.parse(json || '[]'))
      .filter(Boolean)
      .join('、')
  } catch {
    return json
  }
}
const Names = z.array(z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]))

function Facts({ facts, wide = false }: { facts: FactTexts; wide?: boolean }) {
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

/** A part of which the source told something. */
function Part({
  title,
  facts,
  wide = false,
}: {
  title: string
  facts: FactTexts
  wide?: boolean
}): ReactNode {
  if (facts.every(([, text]) => text === '')) return null
  return (
    <section aria-label={title}>
      <h3 className="sr-c-record-title">{title}</h3>
      <Facts facts={facts} wide={wide} />
    </section>
  )
}

function Events({ events }: { events: readonly ClueEvent[] }) {
  return (
    <section aria-label="处理记录">
      <h3 className="sr-c-record-title">处理记录</h3>
      {events.length === 0 && <p className="sr-c-none sr-c-lead-events">还没有处理记录</p>}
      <ol className="sr-c-lead-events">
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
            {event.remark && <p className="sr-c-lead-remark">{event.remark}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
