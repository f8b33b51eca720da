import * as customer from '@showroom/contract/customer/customer.api'
import { timelineType } from '@showroom/contract/customer/customer.rules'
import type { TimelineRow } from '@showroom/contract/customer/timeline.schema'
import type { FailRow } from '@showroom/contract/review/list.schema'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { queryOf } from '../api/query'
import { ActivityIcon, groupOf } from '../customer/public'
import { formatMinute } from '../ui/day'
import { isRefusal } from '../ui/failure'
import { LinesSkeleton } from '../ui/Skeletons'
import { useShownHere } from '../ui/shownErrors'
import { decisionText, ownedText } from './review.labels'

/** The evidence for a decision, unfolded under the row: the full request, the work done, and the latest contacts. */
export function ReviewEvidence({ row, id }: { row: FailRow; id: string }) {
  return (
    <div className="sr-review-file" id={id}>
      <Facts row={row} />
      <Contacts row={row} />
    </div>
  )
}

function Facts({ row }: { row: FailRow }) {
  const { evidence } = row
  const yesNo = (yes: boolean): string => (yes ? '是' : '否')
  return (
    <dl className="sr-review-facts">
      <Fact label="申请人">{row.requestedByName}</Fact>
      <Fact label="战败原因">{row.reason || '—'}</Fact>
      <Fact label="申请说明" wide>
        {row.remark || '—'}
      </Fact>
      {row.state !== 0 && (
        <Fact label="审核结果" wide>
          {decisionText(row)}
          {row.reviewRemark && `：${row.reviewRemark}`}
        </Fact>
      )}
      <Fact label="客户来源">{row.sourceName || '—'}</Fact>
      <Fact label="曾到店">{yesNo(evidence.arrived)}</Fact>
      <Fact label="接手以来" wide>
        {ownedText(evidence)}；沟通{evidence.calls}次、到店{evidence.visits}次、试驾{evidence.testDrives}次
        {evidence.contactTimes > 0 && `，分布在${evidence.contactDays}天`}
      </Fact>
      <Fact label="邀约到店" wide>
        {evidence.invited ? '邀约过' : '没有邀约'}
      </Fact>
    </dl>
  )
}

const Fact = ({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) => (
  <div className={wide ? 'sr-review-fact-wide' : ''}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const mostShown = 6
/** Shown besides contacts: assignments, requests and decisions. */
const alsoShown: ReadonlySet<number> = new Set([
  timelineType.created,
  timelineType.reassigned,
  timelineType.revived,
  timelineType.defeatReviewed,
])
const isShown = ({ type }: TimelineRow): boolean =>
  groupOf(type) === 'follow' || groupOf(type) === 'visit' || alsoShown.has(type)

function Contacts({ row }: { row: FailRow }) {
  const { data, error, refetch } = useQuery({
    ...queryOf(customer.get, { customerId: row.customerId }),
    staleTime: 10_000,
    retry: false,
  })
  useShownHere(error)
  const rows = data?.timelines.filter(isShown) ?? []
  return (
    <section aria-label="最近联系记录">
      <h2 className="sr-review-contacts-title">
        最近联系记录
        <Link to="/customer/detail/$customerId" params={{ customerId: String(row.customerId) }}>
          查看完整档案
        </Link>
      </h2>
      {!data && !error && <LinesSkeleton lines={3} />}
      {error && (
        <p className="sr-quiet" role="alert">
          {isRefusal(error) ? '该客户已不在您的可见范围内' : '载入失败'}
          {!isRefusal(error) && (
            <Button type="link" size="small" onClick={() => void refetch()}>
              重试
            </Button>
          )}
        </p>
      )}
      {data && rows.length === 0 && <p className="sr-quiet">没有联系记录</p>}
      <ol className="sr-review-timeline">
        {rows.slice(0, mostShown).map((one) => (
          <li key={one.id}>
            <ActivityIcon type={one.type} />
            <p className="sr-review-contact-head">
              <time className="sr-num">{formatMinute(one.createdAt)}</time>
              <b>{one.subject}</b>
              <span className="sr-quiet">{one.ownerName}</span>
            </p>
            {one.content && <p className="sr-review-contact-text">{one.content}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
