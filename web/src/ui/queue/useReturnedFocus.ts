import { useEffect, useRef } from 'react'
import { rowLinks } from './rowLinks'

/**
 * When the layer over the list closes, focuses the row seen last, or the row that took its place, also if that row only
 * goes with a later refetch. `open` is the open row's id, 0 for none.
 */
export function useReturnedFocus(open: number, rows: readonly unknown[] | undefined): void {
  const seen = useRef({ id: 0, place: 0 })
  const returned = useRef<HTMLElement>(undefined)
  useEffect(() => {
    const all = rowLinks()
    const last = seen.current
    const at = all.findIndex((link) => link.dataset.rowLink === String(open || last.id))
    if (at >= 0) last.place = at
    if (open > 0) {
      last.id = open
      return
    }
    const isLost = returned.current?.isConnected === false && document.activeElement === document.body
    if (last.id === 0 && !isLost) return
    last.id = 0
    returned.current = all[Math.min(last.place, all.length - 1)]
    returned.current?.focus({ preventScroll: true })
  }, [open, rows])
}
