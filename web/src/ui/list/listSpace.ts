import { windowUnder } from '../useNarrow'

/** Whether a table of many columns has to save room. */
export const useCompact = windowUnder(1420)

/** Whether the window is too narrow for such a table, so that its rows become cards. */
export const useCards = windowUnder(1100)
