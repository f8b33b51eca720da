import type { ListSetting, View } from '@showroom/contract/view/view.schema'
import type { Arranged, ColumnChoice } from '../ui/list/columns'
import type { Fields } from '../ui/list/listFields'
import type { ListState } from '../ui/list/useListFilter'
import type { ViewedList } from './views'

/** A list with its views, as the bar above it and its panels work with it. */
export interface ViewsState {
  readonly own: ViewedList<Fields, never>
  readonly list: Pick<ListState, 'goTo' | 'reset'>
  /** What the list is filtered by now, as a view has it. */
  readonly content: View['search']
  readonly views: readonly View[]
  readonly pinned: readonly View[]
  /** The one that one is in. */
  readonly open: View | undefined
  /** Filters or order are not those of the open view any more. */
  readonly isChanged: boolean
  readonly setting: ListSetting
  readonly set: (change: Partial<Omit<ListSetting, 'list' | 'pinned'>> & { pinned?: number[] }) => void
  readonly columns: readonly ColumnChoice[]
  /** Nothing where the columns are those of somebody else's view. */
  readonly setColumns: ((columns: ColumnChoice[]) => void) | undefined
  /** Opens a panel. */
  readonly show: (panel: Panel) => void
  /** The columns that the table can show now, in their usual order. */
  readonly present: () => readonly Arranged[]
}

/** The panels over a list. */
export type Panel = 'save' | 'views' | 'columns'

/** A panel over the list: mounted to open. */
export interface PanelProps {
  readonly state: ViewsState
  readonly onClosed: () => void
}
