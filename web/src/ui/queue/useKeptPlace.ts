import { useEffect, useRef } from 'react'
import { rowLinks } from './rowLinks'

/** A decided row disappears from its list: the focus moves to the row that takes its place. Call the result when the decision starts. */
export function useKeptPlace<Row>(rows: readonly Row[] | undefined): (row: Row) => void {
  const place = useRef<number>(undefined)
  useEffect(() => {
    if (place.current === undefined || document.activeElement !== document.body) return
    const links = rowLinks()
    links[Math.min(place.current, links.length - 1)]?.focus()
  }, [rows])
  return (row) => {
    place.current = rows?.indexOf(row)
  }
}
