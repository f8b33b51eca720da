import { useShortcut } from '../useShortcut'
import { rowLinks } from './rowLinks'

/** The row with the focus, be it on its button; -1 for none. */
function focused(among: readonly HTMLElement[]): number {
  const link = document.activeElement?.closest('tr, li')?.querySelector<HTMLElement>('[data-row-link]')
  return link ? among.indexOf(link) : -1
}

function move(by: 1 | -1): void {
  const all = rowLinks()
  const here = focused(all)
  all[here < 0 ? 0 : Math.min(Math.max(here + by, 0), all.length - 1)]?.focus()
}

/**
 * J and K go from row to row (as the arrows do on a row); F opens the row, or the first one. `ready`: rows are there; keys that were pressed
 * before wait for them.
 */
export function useRowKeys(open: ((id: number) => void) | undefined, ready: boolean): void {
  useShortcut('j', () => move(1), ready)
  useShortcut('k', () => move(-1), ready)
  useShortcut(
    'f',
    () => {
      const all = rowLinks()
      const id = Number(all[Math.max(0, focused(all))]?.dataset.rowLink ?? 0)
      if (id) open?.(id)
    },
    ready,
  )
}
