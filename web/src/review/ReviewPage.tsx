import type { FailRow } from '@showroom/contract/review/list.schema'
import { reviewTab } from '@showroom/contract/review/list.schema'
import { confirmFail } from '@showroom/contract/review/review.api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { may } from '../frame/areas'
import { useSession } from '../frame/session'
import { EmptyState } from '../ui/EmptyState'
import { ListFoot, useLastPage, withCommas } from '../ui/list/ListFoot'
import { ListProblem } from '../ui/list/ListProblem'
import { useCards } from '../ui/list/listSpace'
import { PageHeader } from '../ui/PageHeader'
import { useNarrow } from '../ui/useNarrow'
import { AgreeDialog } from './AgreeDialog'
import type { Decisions } from './Decide'
import { RejectFromList, useReject } from './RejectFromList'
import { invalidateReviews, reviewListQuery } from './review.queries'
import { isNarrowed } from './review.search'
import { ReviewCards } from './ReviewCards'
import { ReviewFilters } from './ReviewFilters'
import { ReviewTable } from './ReviewTable'
import { type ReviewFilterState, useReviewFilter } from './useReviewFilter'
import '../ui/list/list.css'
import './review.css'

/** Requests to give customers up: what was done for each, and the decision straight from the row (document 2, section 2.5). */
export function ReviewPage() {
  const list = useReviewFilter()
  const { filter, keyword } = list
  const narrow = useNarrow()
  const asCards = useCards()
  const session = useSession()
  const reviews = useQuery(reviewListQuery(filter, keyword))
  const { data } = reviews
  const [opened, setOpened] = useState<number[]>([])
  const { decisions, dialogs } = useDecisions(data?.data)
  const lastPage = useLastPage(list, data && !reviews.isPlaceholderData ? data.total : undefined)
  const again = (): void => void reviews.refetch({ cancelRefetch: false })
  const rows = {
    rows: data?.data,
    count: filter.pageCount,
    stale: reviews.isPlaceholderData,
    // Supervisors of the group look on.
    decisions: may(session, confirmFail) ? decisions : undefined,
    opened,
    onOpen: setOpened,
    empty: <NoRequests list={list} />,
  }
  return (
    <section className="sr-list" aria-label="战败审核">
      <PageHeader title="战败审核" hint={narrow && `共 ${data ? withCommas(data.total) : '…'} 条`} />
      <ReviewFilters list={list} again={again} />
      <ListProblem list={reviews} again={again} />
      {(data || !reviews.isError) &&
        (asCards ? (
          <ReviewCards {...rows} />
        ) : (
          <ReviewTable {...rows} filter={filter} onSort={(orderType) => list.change({ orderType })} />
        ))}
      {data && data.total > 0 && (
        <ListFoot list={list} total={data.total} lastPage={lastPage} narrow={narrow} unit="条" />
      )}
      {dialogs}
    </section>
  )
}

/** The decisions on a row, and the dialog of the one under way. */
function useDecisions(rows: readonly FailRow[] | undefined) {
  const queries = useQueryClient()
  const [agreeing, setAgreeing] = useState<FailRow>()
  const changed = (): void => void invalidateReviews(queries)
  const { start, opening, rejecting, end } = useReject(changed)
  const keepPlace = useKeptPlace(rows)
  const decisions: Decisions = {
    agree: (row) => {
      keepPlace(row)
      setAgreeing(row)
    },
    reject: (row) => {
      keepPlace(row)
      start(row)
    },
    opening,
  }
  const dialogs = (
    <>
      {agreeing && <AgreeDialog row={agreeing} onChanged={changed} onClosed={() => setAgreeing(undefined)} />}
      {rejecting && (
        <RejectFromList
          row={rejecting}
          onClosed={() => {
            end()
            changed()
          }}
        />
      )}
    </>
  )
  return { decisions, dialogs }
}

/** The row that was decided on goes, and the focus with it: the keyboard goes on from the row that takes its place. */
function useKeptPlace(rows: readonly FailRow[] | undefined): (row: FailRow) => void {
  const place = useRef<number>(undefined)
  useEffect(() => {
    if (place.current === undefined || document.activeElement !== document.body) return
    const links = document.querySelectorAll<HTMLElement>('.sr-list [data-row-link]')
    links[Math.min(place.current, links.length - 1)]?.focus()
  }, [rows])
  return (row) => {
    place.current = rows?.indexOf(row)
  }
}

function NoRequests({ list: { filter, keyword, change, reset } }: { list: ReviewFilterState }) {
  const pending = filter.type === reviewTab.pending
  if (isNarrowed({ ...filter, completedDate: '' }, keyword))
    return (
      <EmptyState
        title="没有符合条件的战败申请"
        hint={pending ? '可减少筛选条件。' : '可减少筛选条件，或放宽完成时间。'}
      >
        <Button onClick={reset}>清除筛选</Button>
      </EmptyState>
    )
  if (pending) return <EmptyState title="没有待审核的战败申请" hint="客户经理提交战败申请后会出现在这里。" />
  if (filter.completedDate === '') return <EmptyState title="还没有审核过的战败申请" />
  return (
    <EmptyState title="这段时间没有审核过战败申请" hint="更早的记录可通过放宽完成时间查看。">
      <Button onClick={() => change({ completedDate: '' })}>查看全部时间</Button>
    </EmptyState>
  )
}
