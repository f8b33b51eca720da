import { type RefObject, useEffect, useRef, useState } from 'react'

/** A page of a wall is read from afar: it stays for a while. */
const turnMs = 15_000
/** Of a row on a wall, in rem; the head is as high. */
const rowRem = 2.5

interface Paging {
  /** Rows that are shared out over the pages, beside those that stand on each. */
  rows: number
  pinned: number
  isFull: boolean
  isTurning: boolean
}

/** How many pages the rows take in the place that there is, and which one is shown: turned by hand, or by itself where that was asked for. */
export function usePages({ rows, pinned, isFull, isTurning }: Paging) {
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
  const free = Math.max(1, room - pinned)
  // Two channels round up apart from each other: one row is kept for that.
  const pages = isFull && room > 0 && rows > free ? Math.ceil(rows / Math.max(1, free - 1)) : 1
  useEffect(() => {
    if (!isTurning || pages < 2) return undefined
    const timer = setInterval(() => setAsked((old) => old + 1), turnMs)
    return () => clearInterval(timer)
  }, [isTurning, pages])
  return { body: body as RefObject<HTMLDivElement>, page: asked % pages, pages, turnTo: setAsked }
}
