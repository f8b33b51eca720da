import { useNarrow } from '../../useNarrow'

/**
 * The number of set filters that a list's filter button folds away: on a phone all of them, otherwise those that are
 * not always in sight.
 */
export function useFolded(chosen: readonly string[], inSight: readonly string[]): number {
  const narrow = useNarrow()
  return narrow ? chosen.length : chosen.filter((field) => !inSight.includes(field)).length
}
