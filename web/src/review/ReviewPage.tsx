import type { FailRow } from '@showroom/contract/review/list.schema'
import { reviewTab } from '@showroom/contract/review/review.rules'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Peeks } from '../customer/public'
import { customerFiles } from '../frame/path'
import { EmptyState } from '../ui/EmptyState'
import { Choosable } from '../ui/list/table/boxes'
import { NothingFound, type Reach, useReach } from '../ui/list/filter/KeywordReach'
import { ListPage } from '../ui/list/ListPage'
import { useListQuery } from '../ui/list/useListQuery'
import { SelectedRows } from '../ui/list/table/SelectedRows'
import { type Selection, useSelection, whenChanged } from '../ui/list/table/useSelection'
import { lazyDialog } from '../ui/lazyDialog'
import { isNarrowed, reviewList, type ReviewListState } from './review.fields'
import { invalidateReviews, reviewListQuery } from './review.queries'
import { ReviewCards } from './ReviewCards'
import { ReviewFilters } from './ReviewFilters'
import { ReviewTable } from './ReviewTable'
import { useDecisions } from './useDecisions'
import { useViewedList } from '../view/public'
import { reviewViews } from './review.views'
import './review.css'

const AgreeMany = lazyDialog(() => import('./AgreeMany').then((module) => module.AgreeMany))

/** Defeat requests: the work done for each customer, and the decision from the row. */
export function ReviewPage() {
  const { list, views } = useViewedList(reviewViews, {
    path: '/activity/fail-verify',
    restoredFrom: customerFiles,
  })
  const { filter } = list
  const reviews = useListQuery(list, reviewListQuery)
  const reach = useReach(list, reviews, reviewListQuery)
  const [opened, onOpen] = useState<number[]>([])
  const { decisions, dialogs } = useDecisions(reviews.data?.data)
  const selection = useSelection()
  const isPending = filter.type === reviewTab.pending
  const about = { decisions, opened, onOpen }
  const choosing = { selected: isPending && decisions ? selection.ids : undefined, onSelect: selection.set }
  return (
    <ListPage
      title="战败审核"
      unit="条"
      list={list}
      views={views}
      query={reviews}
      reach={reach}
      renderFilters={(again) => <ReviewFilters list={whenChanged(list, selection.end)} again={again} />}
      cardsOn="tablet"
      renderCards={(rows) => <ReviewCards {...rows} {...about} {...choosing} />}
      renderTable={(rows) => (
        <Choosable {...choosing}>
          <ReviewTable
            {...rows}
            {...about}
            filter={filter}
            onSort={(orderType) => list.change({ orderType })}
          />
        </Choosable>
      )}
      empty={<NoRequests list={list} reach={reach} />}
      foot={isPending && <Several selection={selection} rows={reviews.data?.data ?? []} />}
    >
      <Peeks />
      {dialogs}
    </ListPage>
  )
}

/** Decides several requests without doubts at once. */
function Several({ selection, rows }: { selection: Selection; rows: readonly FailRow[] }) {
  const queries = useQueryClient()
  const [agreeing, setAgreeing] = useState<readonly number[]>()
  return (
    <>
      <SelectedRows selection={selection} label="已选战败申请" unit="条">
        {(size) => (
          <Button
            type="primary"
            size={size}
            onPointerEnter={AgreeMany.preload}
            onFocus={AgreeMany.preload}
            onClick={() => setAgreeing(selection.ids)}
          >
            同意战败
          </Button>
        )}
      </SelectedRows>
      {agreeing && (
        <AgreeMany
          requestIds={agreeing}
          rows={rows}
          onChanged={() => {
            selection.end()
            void invalidateReviews(queries)
          }}
          onClosed={() => setAgreeing(undefined)}
        />
      )}
    </>
  )
}

function NoRequests({ list, reach }: { list: ReviewListState; reach: Reach }) {
  const { filter, change } = list
  const pending = filter.type === reviewTab.pending
  if (isNarrowed({ ...filter, followDate: '' }))
    return (
      <NothingFound
        list={list}
        reach={reach}
        unit="条"
        title="没有符合条件的战败申请"
        hint={pending ? '可减少筛选条件。' : '可减少筛选条件，或放宽完成时间。'}
        isFiltered={reviewList.chosen(filter).length > 0}
      />
    )
  if (pending) return <EmptyState title="没有待审核的战败申请" hint="客户经理提交战败申请后会出现在这里。" />
  if (filter.followDate === '') return <EmptyState title="还没有审核过的战败申请" />
  return (
    <EmptyState title="这段时间没有审核过战败申请" hint="更早的记录可通过放宽完成时间查看。">
      <Button onClick={() => change({ followDate: '' })}>查看全部时间</Button>
    </EmptyState>
  )
}
