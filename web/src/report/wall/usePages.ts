import { useEffect, useRef, useState } from 'react'

/** Time per page, long enough to be read from afar. */
const turnMs = 15_000
/** Height of a row on a wall, in rem; the head has the same. */
const rowRem = 2.5

interface Paging {
  /**
   * Row counts of the groups. Rows are spread over the pages so that every page shows part of each group, with its
   * heading.
   */
  groups: readonly number[]
  isFull: boolean
  isTurning: boolean
}

const perPage = (groups: readonly number[], pages: number): number =>
  groups.reduce((rows, size) => rows + 1 + Math.ceil(size / pages), 0)

/** The smallest number of pages with room for the rows. */
export function pagesFor(groups: readonly number[], room: number): number {
  const most = Math.max(1, ...groups)
  for (let pages = 1; pages < most; pages += 1) if (perPage(groups, pages) <= room) return pages
  return most
}

/**
 * The number of pages that the rows need in the available space, and the current page: turned by hand, or
 * automatically if set.
 */
export function usePages({ groups, isFull, isTurning }: Paging) {
  const body = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(0)
  const [requestedPage, setAsked] = useState(0)
  useEffect(() => {
    const { current: element } = body
    if (!element || !isFull) return undefined
    const measure = (): void => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      setRoom(Math.floor(element.clientHeight / (rem * rowRem)) - 1)
    }
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [isFull])
  const pages = isFull && room > 0 ? pagesFor(groups, room) : 1
  useEffect(() => {
    if (!isTurning || pages < 2) return undefined
    const timer = setInterval(() => setAsked((old) => old + 1), turnMs)
    return () => clearInterval(timer)
  }, [isTurning, pages])
  const page = requestedPage % pages
  const [from, until] = [
    (size: number) => Math.ceil(size / pages) * page,
    (size: number) => Math.ceil(size / pages) * (page + 1),
  ]
  const total = groups.reduce(
    (rows, size) => rows + 1 + Math.max(0, Math.min(size, until(size)) - from(size)),
    1,
  )
  return {
    body,
    page,
    pages,
    turnTo: setAsked,
    /** The range of a group's rows on the current page. */
    part: (size: number): [number, number] => [from(size), until(size)],
    /** Share of the space that the page's rows take, relative to a full page. */
    fill: total / (perPage(groups, pages) + 1),
  }
}
