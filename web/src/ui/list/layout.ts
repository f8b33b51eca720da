import { createContext, use } from 'react'
import type { ColumnChoice } from './columns'

/** How the reader wants the columns of the list around. Who gives none shows the usual ones. */
export interface ListLayout {
  readonly columns: readonly ColumnChoice[]
  /** Keeps other choices; nothing where they are somebody else's. */
  readonly change?: ((columns: readonly ColumnChoice[]) => void) | undefined
}

const usual: ListLayout = { columns: [] }
export const LayoutContext = createContext<ListLayout>(usual)
export const useListLayout = (): ListLayout => use(LayoutContext)
