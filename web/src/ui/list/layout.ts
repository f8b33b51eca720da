import { createContext, type ReactNode, type RefObject, use } from 'react'
import type { Arranged, ColumnChoice } from './table/columns'

/** The member's column choices for the surrounding list; the usual columns by default. */
export interface ListLayout {
  readonly columns: readonly ColumnChoice[]
  /** Stores other choices; undefined if the choices belong to another member. */
  readonly change?: ((columns: ColumnChoice[]) => void) | undefined
  /** Filled by the table with the columns it can show, in their usual order. */
  readonly present?: RefObject<readonly Arranged[]>
}

/** The parts of a list page that concern views: the bar above the list, actions, and columns. */
export interface ListViews {
  readonly bar: ReactNode
  /** Actions for views and columns, in the header. */
  readonly tools: ReactNode
  readonly layout: ListLayout
}

export const usualLayout: ListLayout = { columns: [] }
export const LayoutContext = createContext<ListLayout>(usualLayout)
/** The bar of views on a phone, where it shares a line with the tabs. */
export const ViewBarContext = createContext<ReactNode>(undefined)
export const useListLayout = (): ListLayout => use(LayoutContext)
