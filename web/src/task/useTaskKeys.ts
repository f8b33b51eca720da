import { useShortcut } from '../ui/useShortcut'

const links = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.sr-tasks [data-row-link]')]
/** The row with the focus, be it on its button. */
function focused(among: readonly HTMLElement[]): number {
  const link = document.activeElement?.closest('tr, li')?.querySelector<HTMLElement>('[data-row-link]')
  return link ? among.indexOf(link) : -1
}

function move(by: 1 | -1): void {
  const all = links()
  const here = focused(all)
  all[here < 0 ? 0 : Math.min(Math.max(here + by, 0), all.length - 1)]?.focus()
}

/** J and K go from row to row (as the arrows do on a row); F opens the follow-up of the row, or of the first one. */
export function useTaskKeys(follow: ((activityId: number) => void) | undefined): void {
  useShortcut('j', () => move(1))
  useShortcut('k', () => move(-1))
  useShortcut('f', () => {
    const all = links()
    const activityId = Number(all[Math.max(0, focused(all))]?.dataset.rowLink ?? 0)
    if (activityId) follow?.(activityId)
  })
}
