import { useEffect, useRef, useState } from 'react'

/** A page of a wall is read from afar: it stays for a while. */
const turnMs = 15_000
/** Of a row on a wall, in rem; the head is as high. */
const rowRem = 2.5

interface Paging {
  /** Rows of each group, shared out over the pages so that every page shows part of each; its heading stands on all of them. */
  groups: readonly number[]
  isFull: boolean
  isTurning: boolean
}

const perPage = (groups: readonly number[], pages: number): number =>
  groups.reduce((rows, size) => rows + 1 + Math.ceil(size / pages), 0)

/** As few pages as have room for their rows. */
export function pagesFor(groups: readonly number[], room: number): number {
  const most = Math.max(1, ...groups)
  for (let pages = 1; pages < most; pages += 1) if (perPage(groups, pages) <= room) return pages
  return most
}

/** How many pages the rows take in the place that there is, and which one is shown: turned by hand, or by itself where that was asked for. */
export function usePages({ groups, isFull, isTurning }: Paging) {
  const body = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(0)
  const [asked, setAsked] = useState(0)
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
  const page = asked % pages
  const [from, until] = [
    (size: number) => Math.ceil(size / pages) * page,
    (size: number) => Math.ceil(size / pages) * (page + 1),
  ]
  const shown = groups.reduce(
    (rows, size) => rows + 1 + Math.max(0, Math.min(size, until(size)) - from(size)),
    1,
  )
  return {
    body,
    page,
    pages,
    turnTo: setAsked,
    /** Which rows of a group of that size stand on the page. */
    part: (size: number): [number, number] => [from(size), until(size)],
    /** How much of the place the page's rows take when a full page takes all of it. */
    fill: shown / (perPage(groups, pages) + 1),
  }
}
