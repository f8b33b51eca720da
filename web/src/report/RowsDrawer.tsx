import { measures } from '@showroom/contract/report/measures'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Pagination } from 'antd'
import { type ReactNode, useState } from 'react'
import { CustomerName, LevelChip, Peeks } from '../customer/public'
import { formatMinute } from '../ui/day'
import { EmptyState } from '../ui/EmptyState'
import { ErrorState } from '../ui/ErrorState'
import { withCommas } from '../ui/list/ListFoot'
import { SideDrawer } from '../ui/SideDrawer'
import { RowsSkeleton } from '../ui/Skeletons'
import { rowsQuery, type RowsRequest } from './report.queries'
import './rows.css'

export interface RowsDrawerProps {
  title: string
  words: string
  request: Omit<RowsRequest, 'pageStart' | 'pageCount'>
  onClose: () => void
  /** Above the rows. */
  children?: ReactNode
}

const pageCount = 20

/** The rows that a number counts. */
export function RowsDrawer({ title, words, request, onClose, children }: RowsDrawerProps) {
  const [pageStart, setPage] = useState(1)
  const { measure, dateStart, dateEnd, memberId, seriesId, source, otherSource, isOffline } = request
  const asked = { measure, dateStart, dateEnd, memberId, seriesId, source, otherSource, isOffline }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...rowsQuery({ ...defined(asked), pageStart, pageCount } as RowsRequest),
    placeholderData: keepPreviousData,
  })
  return (
    <SideDrawer title={title} width={720} onClose={onClose}>
      {children}
      <p className="sr-rows-about">
        {words}
        {data && ` · 共 ${withCommas(data.total)} 条`}
        <br />
        {measures[measure].meaning}
      </p>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={8} />}
      {data?.data.length === 0 && <EmptyState title="没有记录" />}
      <ol className={`sr-rows ${isPlaceholderData ? 'sr-stale' : ''}`}>
        {data?.data.map((row) => (
          <li key={row.id} className="sr-rows-row">
            <span className="sr-rows-who">
              {row.customerId > 0 ? (
                <CustomerName customerId={row.customerId} name={row.customerName} />
              ) : (
                row.customerName
              )}
              <LevelChip level={row.level} size="small" />
              <span className="sr-quiet sr-num">{row.mobile}</span>
            </span>
            <time className="sr-quiet sr-num" dateTime={new Date(row.at * 1000).toISOString()}>
              {formatMinute(row.at)}
            </time>
            <span className="sr-quiet">
              {[row.memberName, row.seriesName, row.sourceName].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ol>
      {data && data.total > pageCount && (
        <Pagination
          align="end"
          size="small"
          current={pageStart}
          pageSize={pageCount}
          total={data.total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
      <Peeks />
    </SideDrawer>
  )
}

const defined = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
