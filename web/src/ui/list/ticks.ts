/** Which rows are ticked after a press on a box. */

interface Press {
  readonly id: number
  readonly isTicked: boolean
  /** The row pressed before, where Shift was held: all between the two become as this one. */
  readonly from: number | undefined
}

/** `ids`: those of the page that may be ticked, in their order. What is ticked on other pages stays so. */
export function tickedAfter(
  ticked: readonly number[],
  ids: readonly number[],
  { id, isTicked, from }: Press,
): number[] {
  const ends = [ids.indexOf(from ?? id), ids.indexOf(id)].toSorted((a, b) => a - b)
  const [first = -1, last = -1] = ends
  return withTicks(ticked, first < 0 ? [id] : ids.slice(first, last + 1), isTicked)
}

/** With those ticked, or without them. */
export function withTicks(ticked: readonly number[], ids: readonly number[], isTicked: boolean): number[] {
  const others = ticked.filter((id) => !ids.includes(id))
  return isTicked ? [...others, ...ids] : others
}
