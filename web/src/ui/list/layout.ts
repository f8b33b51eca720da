import { createContext, type ReactNode, type RefObject, use } from 'react'
import type { Arranged, ColumnChoice } from './columns'

/** How the reader wants the columns of the list around. Who gives none shows the usual ones. */
export interface ListLayout {
  readonly columns: readonly ColumnChoice[]
  /** Keeps other choices; nothing where they are somebody else's. */
  readonly change?: ((columns: ColumnChoice[]) => void) | undefined
  /** Where the table says which columns it can show, in their usual order. */
  readonly present?: RefObject<readonly Arranged[]>
}

/** What a list's page has of its views: the bar above it, what is done with them, and the columns. */
export interface ListViews {
  readonly bar: ReactNode
  /** What is done with views and columns, in the head. */
  readonly tools: ReactNode
  readonly layout: ListLayout
}

export const usualLayout: ListLayout = { columns: [] }
export const LayoutContext = createContext<ListLayout>(usualLayout)
export const useListLayout = (): ListLayout => use(LayoutContext)
