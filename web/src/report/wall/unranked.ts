/**
 * The number of rows, from this one on, that have no rank, so that one cell beside them says it once. 0 for a row with a
 * rank, and for one whose upper neighbour has none either.
 */
export function unrankedFrom(rows: readonly { readonly thisRank: number }[], at: number): number {
  const hasNone = (place: number): boolean => rows[place]?.thisRank === 0
  if (!hasNone(at) || hasNone(at - 1)) return 0
  const end = rows.findIndex(({ thisRank }, place) => place > at && thisRank > 0)
  return (end === -1 ? rows.length : end) - at
}
