import type { OrderEvent } from '@showroom/contract/order/detail.schema'
import { formatMinute } from '../../ui/day'

/** The order's history, newest first. */
export const OrderTimeline = ({ records }: { records: readonly OrderEvent[] | undefined }) => (
  <section className="sr-o-card sr-o-timeline" aria-label="订单操作记录">
    <h2 className="sr-o-card-title">
      订单操作记录
      {records && records.length > 0 && <span className="sr-o-count">{records.length}</span>}
    </h2>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the keyboard must reach it */}
    <div className="sr-o-records" role="region" aria-label="操作记录列表" tabIndex={0}>
      {records?.length === 0 && <p className="sr-o-none">还没有记录</p>}
      <ol>
        {records?.map((record) => (
          <li key={record.id} className="sr-o-record">
            <time dateTime={new Date(record.createdAt * 1000).toISOString()} className="sr-num">
              {formatMinute(record.createdAt)}
            </time>
            <span className="sr-o-record-what">
              <strong>{record.subject}</strong>
              <span className="sr-o-record-who">{record.ownerName}</span>
            </span>
            {record.content && <p>{record.content}</p>}
          </li>
        ))}
      </ol>
    </div>
  </section>
)
