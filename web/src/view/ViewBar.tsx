import { save } from '@showroom/contract/view/view.api'
import type { View } from '@showroom/contract/view/view.schema'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { callApi } from '../api/client'
import { queryOf } from '../api/query'
import { useNarrow } from '../ui/useNarrow'
import { useViewChange } from './view.queries'
import { addressOfView, contentOf, contentToSave, countText } from './views'
import { small, ToolButtons } from './ViewTools'
import type { ViewsState } from './viewsState'
import './view.css'

/** The views of a list as chips with their counts. */
export function ViewBar({ state }: { state: ViewsState }) {
  const { own, list, pinned, open, isChanged } = state
  const chips = open && !pinned.includes(open) ? [...pinned, open] : pinned
  const totals = useTotals(state, chips)
  const narrow = useNarrow()
  if (chips.length === 0) return null
  return (
    <div className="sr-views">
      <ul className="sr-view-chips" aria-label="视图">
        {chips.map((view, at) => (
          <li key={view.viewId}>
            <button
              type="button"
              className="sr-view-chip"
              aria-pressed={view === open}
              title={view.ownerName && !view.isOwn ? `${view.ownerName}共享` : undefined}
              onClick={() => (view === open ? list.reset() : list.goTo(addressOfView(own.table, view)))}
            >
              <span>{view.name}</span>
              <span className="sr-view-count">{totals?.[at] === undefined ? '' : countText(totals[at])}</span>
              {view === open && isChanged && <span className="sr-view-changed">已修改</span>}
            </button>
          </li>
        ))}
      </ul>
      {open && isChanged && <Changed state={state} open={open} />}
      {narrow && <ToolButtons state={state} />}
    </div>
  )
}

/** The open view has changed filters: the owner can save them in it, everyone can reset them. */
function Changed({ state: { own, list, content }, open }: { state: ViewsState; open: View }) {
  const change = useViewChange()
  const keep = (): void =>
    change(
      (all) => ({
        ...all,
        views: all.views.map((one) => (one.viewId === open.viewId ? { ...one, search: content } : one)),
      }),
      () => callApi(save, { ...contentToSave(open), search: content }, { withoutKey: 'same effect' }),
    )
  return (
    <>
      {open.isOwn && (
        <Button {...small} onClick={keep}>
          保存修改
        </Button>
      )}
      <Button {...small} onClick={() => list.goTo(addressOfView(own.table, open))}>
        还原
      </Button>
    </>
  )
}

/** The row counts of all views, in one call. */
function useTotals(
  { own: { table, counts } }: ViewsState,
  views: readonly View[],
): readonly number[] | undefined {
  const queries = views.map(({ search }) => {
    const request: object = table.requestOf(table.filterOf(contentOf(table, search)))
    return request
  })
  const { data } = useQuery({
    ...queryOf(counts, { queries }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    enabled: views.length > 0,
  })
  return data?.totals
}
