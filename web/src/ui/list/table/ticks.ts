/** A press on a row's checkbox. */

interface Press {
  readonly id: number
  readonly isTicked: boolean
  /** The row pressed before, if Shift was held: all rows between the two get the same state. */
  readonly from: number | undefined
}

/** The ticked rows after a press. `ids` are the rows of the page that may be ticked, in order; ticked rows of other pages stay. */
export function tickedAfter(
  ticked: readonly number[],
  ids: readonly number[],
  { id, isTicked, from }: Press,
): number[] {
  const ends = [ids.indexOf(from ?? id), ids.indexOf(id)].toSorted((a, b) => a - b)
  const [first = -1, last = -1] = ends
  return withTicks(ticked, first < 0 ? [id] : ids.slice(first, last + 1), isTicked)
}

/** Adds or removes the given ids. */
export function withTicks(ticked: readonly number[], ids: readonly number[], isTicked: boolean): number[] {
  const others = ticked.filter((id) => !ids.includes(id))
  return isTicked ? [...others, ...ids] : others
}
