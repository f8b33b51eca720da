import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Pagination } from 'antd'
import { type ReactNode, useState } from 'react'
import { EmptyState } from './EmptyState'
import { ErrorState } from './ErrorState'
import { SideDrawer } from './SideDrawer'
import { RowsSkeleton } from './Skeletons'
import './RowsDrawer.css'
import { withCommas } from './withCommas'

interface Page {
  readonly pageStart: number
  readonly pageCount: number
}
interface Answer<Row> {
  data: Row[]
  total: number
}

interface RowsProps<Row, Key extends QueryKey> {
  /** Name of the rows, before the total. */
  words: string
  /** One sentence on the rows that count. */
  meaning: string
  query: (page: Page) => UseQueryOptions<Answer<Row>, Error, Answer<Row>, Key>
  idOf: (row: Row) => number
  render: (row: Row) => ReactNode
}

interface RowsDrawerProps<Row, Key extends QueryKey> extends RowsProps<Row, Key> {
  title: string
  /** The chosen part of the rows; another one begins at its first page. */
  part?: string | number
  onClose: () => void
  /** Above the rows. */
  children?: ReactNode
}

const pageCount = 20

/** The rows behind a number, page by page. */
export const RowsDrawer = <Row, Key extends QueryKey>({
  title,
  part,
  onClose,
  children,
  ...rows
}: RowsDrawerProps<Row, Key>) => (
  <SideDrawer title={title} isWide onClose={onClose}>
    {children}
    <Rows key={part} {...rows} />
  </SideDrawer>
)

function Rows<Row, Key extends QueryKey>({ words, meaning, query, idOf, render }: RowsProps<Row, Key>) {
  const [pageStart, setPage] = useState(1)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...query({ pageStart, pageCount }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <p className="sr-rows-about">
        {words}
        {data && ` · 共 ${withCommas(data.total)} 条`}
        <br />
        {meaning}
      </p>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={8} />}
      {data?.data.length === 0 && <EmptyState title="没有记录" />}
      <ol className={`sr-rows ${isPlaceholderData ? 'sr-stale' : ''}`}>
        {data?.data.map((row) => (
          <li key={idOf(row)} className="sr-rows-row">
            {render(row)}
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
    </>
  )
}
