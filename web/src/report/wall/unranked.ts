/**
 * The height in rows of the cell 暂不开放 that begins in this row: one cell covers neighbours without a rank. 0 for a
 * row with a rank, and for one that the cell above covers.
 */
export function unrankedFrom(rows: readonly { readonly thisRank: number }[], at: number): number {
  const hasNone = (place: number): boolean => rows[place]?.thisRank === 0
  if (!hasNone(at) || hasNone(at - 1)) return 0
  const end = rows.findIndex(({ thisRank }, place) => place > at && thisRank > 0)
  return (end === -1 ? rows.length : end) - at
}
