import { useShortcut } from '../useShortcut'
import { rowLinks } from './rowLinks'

const focusedRow = (): Element | null | undefined => document.activeElement?.closest('tr, li')

/** Index of the row with the focus, which may also be on its button; -1 for none. */
function focused(among: readonly HTMLElement[]): number {
  const link = focusedRow()?.querySelector<HTMLElement>('[data-row-link]')
  return link ? among.indexOf(link) : -1
}

function move(by: 1 | -1): void {
  const all = rowLinks()
  const here = focused(all)
  all[here < 0 ? 0 : Math.min(Math.max(here + by, 0), all.length - 1)]?.focus()
}

/**
 * Keys on every list: J and K move between rows (as the arrow keys do on a row), X ticks the row. Keys pressed too
 * early wait for `ready` (rows are loaded) or `settled` (they are the requested rows).
 */
export function useRowKeys(ready: boolean, settled: boolean): void {
  useShortcut('j', '下一行', () => move(1), { ready, opens: false })
  useShortcut('k', '上一行', () => move(-1), { ready, opens: false })
  useShortcut(
    'x',
    () => (document.querySelector('tbody input[type=checkbox]:enabled') ? '勾选所在行' : ''),
    () => focusedRow()?.querySelector<HTMLInputElement>('input[type=checkbox]:enabled')?.click(),
    { ready: settled, opens: false },
  )
}

interface RowKeyOptions {
  ready: boolean
  /** Whether the action opens a form (`useShortcut`). */
  opens?: boolean
}

/** A key that acts on the link of the focused row, or of the first one. Without `act` the key is not listed. */
export function useRowKey(
  key: string,
  name: string,
  act: ((link: HTMLElement) => void) | undefined,
  options: RowKeyOptions,
): void {
  useShortcut(
    key,
    act ? name : '',
    () => {
      const all = rowLinks()
      const link = all[Math.max(0, focused(all))]
      if (link) act?.(link)
    },
    options,
  )
}

const openKey = ['f', '打开所在行'] as const

/** F opens the focused row over its list, or the first one. */
export function useOpenKey(open: ((id: number) => void) | undefined, ready: boolean): void {
  useRowKey(...openKey, open && (({ dataset }) => Number(dataset.rowLink) && open(Number(dataset.rowLink))), {
    ready,
  })
}

/** F opens the page of the focused row, or of the first one. */
export function useLinkKey(ready: boolean): void {
  useRowKey(...openKey, (link) => link.click(), { ready, opens: false })
}

/** Enter runs the action of the first row while nothing has the focus. For lists whose rows are marked by their action's button. */
export function useFirstRowKey(): void {
  useRowKey('Enter', '做第一项', (link) => link.click(), { ready: true, opens: false })
}
