import { save } from '@showroom/contract/view/view.api'
import type { ListSetting, View } from '@showroom/contract/view/view.schema'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { callApi } from '../api/client'
import { useSession } from '../frame/session'
import type { Arranged, ColumnChoice } from '../ui/list/table/columns'
import type { ListViews } from '../ui/list/layout'
import type { Fields } from '../ui/list/filter/listFields'
import type { ListState, Place } from '../ui/list/filter/useListFilter'
import { useStableCallback } from '../ui/stableMemo'
import { useListSetting, useSizedList } from './useSizedList'
import { useViewChange, viewsQuery } from './view.queries'
import { Panels, ViewTools } from './ViewTools'
import { ViewBar } from './ViewBar'
import type { Panel, ViewsState } from './viewsState'
import {
  addressOfView,
  columnsOf,
  contentOf,
  contentToSave,
  isSameContent,
  pinnedOf,
  usualSetting,
  type ViewedList,
  viewsOf,
} from './views'

/**
 * A list with views: filter and restoring as in `useListFilter`, with the member's own columns, page size and default
 * view.
 */
export function useViewedList<F extends Fields, B>(
  viewed: ViewedList<F, B>,
  place: Place,
): { list: ListState<F>; views: ListViews } {
  const own = viewed as unknown as ViewedList<Fields, never>
  const { name, table } = own
  const me = useSession()
  const { data = { views: [], settings: [] } } = useQuery(viewsQuery())
  const [usual] = useState(() => usualSetting(name))
  const setting = data.settings.find(({ list }) => list === name) ?? usual
  const views = viewsOf(own, me, data.views)
  const first = views.find(({ viewId }) => viewId === setting.defaultView)
  const list = useSizedList(viewed.table, { ...place, name, opensWith: first && addressOfView(table, first) })
  const open = views.find(({ viewId }) => viewId === list.filter.view)
  const { set, setColumns } = useKeeping(name, open)
  const present = useRef<readonly Arranged[]>([])
  const [panel, setPanel] = useState<Panel>()
  const columns = columnsOf(open, setting)
  const content = contentOf(table, viewed.table.searchOf(list.filter)) as View['search']
  const state: ViewsState = {
    own,
    list,
    content,
    views,
    pinned: pinnedOf(views, setting),
    open,
    isChanged: open !== undefined && !isSameContent(contentOf(table, open.search), content),
    setting,
    set,
    columns,
    setColumns,
    present: () => present.current,
    show: setPanel,
  }
  const changeColumns = useStableCallback((next: ColumnChoice[]) => setColumns?.(next))
  const mayChange = setColumns !== undefined
  return {
    list,
    views: {
      bar: <ViewBar state={state} />,
      tools: (
        <>
          <ViewTools state={state} />
          <Panels panel={panel} state={state} onClosed={() => setPanel(undefined)} />
        </>
      ),
      layout: useMemo(
        () => ({ columns, change: mayChange ? changeColumns : undefined, present }),
        [columns, mayChange, changeColumns],
      ),
    },
  }
}

/**
 * Stores the member's changes to the list. Changed columns go to the open view if it has some, otherwise to the
 * list's setting.
 */
function useKeeping(
  list: ListSetting['list'],
  open: View | undefined,
): Pick<ViewsState, 'set' | 'setColumns'> {
  const change = useViewChange()
  const setOf = useListSetting()
  const set: ViewsState['set'] = (part) => setOf(list, part)
  const setOfView =
    (view: View) =>
    (columns: ColumnChoice[]): void =>
      change(
        (all) => ({
          ...all,
          views: all.views.map((one) => (one.viewId === view.viewId ? { ...one, columns } : one)),
        }),
        () => callApi(save, { ...contentToSave(view), columns }, { withoutKey: 'same effect' }),
      )
  const isOfView = open !== undefined && open.columns.length > 0
  if (isOfView) return { set, setColumns: open.isOwn ? setOfView(open) : undefined }
  return { set, setColumns: (columns) => set({ columns }) }
}
