import type { ListSetting, View } from '@showroom/contract/view/view.schema'
import type { Arranged, ColumnChoice } from '../ui/list/table/columns'
import type { Fields } from '../ui/list/filter/listFields'
import type { ListState } from '../ui/list/filter/useListFilter'
import type { ViewedList } from './views'

/** A list with its views, for the bar above it and its panels. */
export interface ViewsState {
  readonly own: ViewedList<Fields, never>
  readonly list: Pick<ListState, 'goTo' | 'reset'>
  /** The current filters, in a view's format. */
  readonly content: View['search']
  readonly views: readonly View[]
  readonly pinned: readonly View[]
  /** The open view. */
  readonly open: View | undefined
  /** Filters or order differ from the open view. */
  readonly isChanged: boolean
  readonly setting: ListSetting
  readonly set: (change: Partial<Omit<ListSetting, 'list' | 'pinned'>> & { pinned?: number[] }) => void
  readonly columns: readonly ColumnChoice[]
  /** Undefined if the columns belong to another member's view. */
  readonly setColumns: ((columns: ColumnChoice[]) => void) | undefined
  /** Opens a panel. */
  readonly show: (panel: Panel) => void
  /** The columns that the table can show now, in their default order. */
  readonly present: () => readonly Arranged[]
}

/** The panels over a list. */
export type Panel = 'save' | 'views' | 'columns'

/** Props of a panel over the list, which is mounted to open it. */
export interface PanelProps {
  readonly state: ViewsState
  readonly onClosed: () => void
}
