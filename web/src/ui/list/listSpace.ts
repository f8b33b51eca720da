import { windowUnder } from '../useNarrow'

/** A table of many columns has to save room. */
export const useCompact = windowUnder(1420)

/** It has no room any more: its rows are cards. */
export const useCards = windowUnder(1100)
