import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { type CountsCall, countedUpTo } from '@showroom/contract/kernel/counts'
import type { ListName } from '@showroom/contract/view/view.rules'
import type { ListSetting, View } from '@showroom/contract/view/view.schema'
import type { ColumnChoice } from '../ui/list/table/columns'
import type { Fields, ListTable } from '../ui/list/filter/listFields'
import type { ListSearch } from '../ui/list/filter/listSearch'

/** A view supplied by the product, for everyone. Its id must never be reused, because members pin it. */
export interface SuppliedView {
  /** Below `firstViewId`. */
  readonly viewId: number
  readonly name: string
  readonly search: ListSearch
}

/** A list with views. */
export interface ViewedList<F extends Fields = Fields, B = unknown> {
  readonly name: ListName
  readonly table: ListTable<F, B>
  /** Counts the rows of several of its filters. */
  readonly counts: CountsCall
  readonly supplied: (me: SessionInfo) => readonly SuppliedView[]
}

/** Adds views to a list, by one line beside its fields. */
export const viewedList = <F extends Fields, B>(
  name: ListName,
  table: ListTable<F, B>,
  counts: CountsCall,
  supplied: ViewedList['supplied'] = () => [],
): ViewedList<F, B> => ({ name, table, counts, supplied })

/** A view's filters and order, without values that the list no longer has, and without the page. */
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

/** Whether two views, or a view and the current filters, are equal. */
export const isSameContent = (one: ListSearch, other: ListSearch): boolean =>
  Object.keys({ ...one, ...other }).every((key) => String(one[key]) === String(other[key]))

/** The default setting of a list. */
export const usualSetting = (list: ListSetting['list']): ListSetting => ({
  list,
  columns: [],
  pageCount: 0,
  pinned: null,
  defaultView: 0,
})

/** A list's views visible to the member, supplied ones first. */
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

/** The pinned views in their order; the supplied ones until the member chooses. */
export function pinnedOf(views: readonly View[], { pinned }: ListSetting): View[] {
  if (!pinned) return views.filter(({ ownerName }) => ownerName === '')
  return pinned.flatMap((viewId) => views.find((view) => view.viewId === viewId) ?? [])
}

/** A view's row count, in a chip. */
export const countText = (total: number): string =>
  total >= countedUpTo ? `${countedUpTo - 1}+` : String(total)

/** A view's columns override the member's own, which stay for the list without it. */
export function columnsOf(view: View | undefined, setting: ListSetting): readonly ColumnChoice[] {
  return view && view.columns.length > 0 ? view.columns : setting.columns
}

/** The saved part of a view. */
export const contentToSave = ({ viewId, list, name, search, columns, roles }: View) => ({
  viewId,
  list,
  name,
  search,
  columns,
  roles,
})
