import type { SessionInfo } from '@showroom/contract/access/access.schema'
import type { Call } from '@showroom/contract/kernel/call'
import { countedUpTo } from '@showroom/contract/kernel/counts'
import type { ListName } from '@showroom/contract/view/view.rules'
import type { ListSetting, View } from '@showroom/contract/view/view.schema'
import type { ColumnChoice } from '../ui/list/columns'
import type { Fields, ListSearch, ListTable } from '../ui/list/listFields'

/** A view that the product brings along, everybody's. Its id is never given to another one: people pin it. */
export interface SuppliedView {
  /** Below `firstViewId`. */
  readonly viewId: number
  readonly name: string
  readonly search: ListSearch
}

/** A list that is looked at through views. */
export interface ViewedList<F extends Fields = Fields, B = unknown> {
  readonly name: ListName
  readonly table: ListTable<F, B>
  /** Counts the rows of several filters of it. */
  readonly counts: Call
  readonly supplied: (me: SessionInfo) => readonly SuppliedView[]
}

/** Gives a list its views, by one line beside its fields. */
export const viewedList = <F extends Fields, B>(
  name: ListName,
  table: ListTable<F, B>,
  counts: Call,
  supplied: ViewedList['supplied'] = () => [],
): ViewedList<F, B> => ({ name, table, counts, supplied })

/** What a view says of a list: its filters and its order, without what the list does not know any more, and without the page. */
export function contentOf(
  table: Pick<ListTable, 'searchOf' | 'filterOf' | 'Search'>,
  search: object,
): ListSearch {
  const {
    p: _page,
    n: _rows,
    v: _view,
    ...content
  } = table.searchOf(table.filterOf(table.Search.parse(search)))
  return content
}

/** The address of a list in that view. */
export const addressOfView = (table: ListTable<Fields, never>, view: View): ListSearch => ({
  ...contentOf(table, view.search),
  v: view.viewId,
})

/** Whether two views, or a view and what is looked at, say the same. */
export const isSameContent = (one: ListSearch, other: ListSearch): boolean =>
  Object.keys({ ...one, ...other }).every((key) => String(one[key]) === String(other[key]))

/** How a list is that nobody has changed. */
export const usualSetting = (list: ListName): ListSetting => ({
  list,
  columns: [],
  pageCount: 0,
  pinned: null,
  defaultView: 0,
})

/** The views that one sees of a list: first those that the product brings along. */
export function viewsOf(
  { name, supplied }: Pick<ViewedList, 'name' | 'supplied'>,
  me: SessionInfo,
  all: readonly View[],
): View[] {
  const rest = { list: name, columns: [], roles: [], isOwn: false, ownerName: '' }
  return [
    ...supplied(me).map((view) => ({ ...rest, ...view, search: view.search as View['search'] })),
    ...all.filter(({ list }) => list === name),
  ]
}

/** Those above the list, in their order. Whoever has not chosen has those that the product brings along. */
export function pinnedOf(views: readonly View[], { pinned }: ListSetting): View[] {
  if (!pinned) return views.filter(({ ownerName }) => ownerName === '')
  return pinned.flatMap((viewId) => views.find((view) => view.viewId === viewId) ?? [])
}

/** How many rows a view finds, in a chip. */
export const countText = (total: number): string =>
  total >= countedUpTo ? `${countedUpTo - 1}+` : String(total)

/** A view's columns decide over the member's own, which stay for the list without it. */
export function columnsOf(view: View | undefined, setting: ListSetting): readonly ColumnChoice[] {
  return view && view.columns.length > 0 ? view.columns : setting.columns
}

/** What a view is saved with. */
export const contentToSave = ({ viewId, list, name, search, columns, roles }: View) => ({
  viewId,
  list,
  name,
  search,
  columns,
  roles,
})
