import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react'

/** Milliseconds within which a second digit belongs to the same hour. */
const digitsMs = 800

const cellsOf = (root: Element | null): HTMLButtonElement[] => [
  ...(root?.querySelectorAll<HTMLButtonElement>('[role=gridcell]') ?? []),
]

/** The nearest cell in the lines above (-1) or below (1). */
function beyond(all: readonly HTMLButtonElement[], from: HTMLElement, way: 1 | -1) {
  const { top, left } = from.getBoundingClientRect()
  const distances = all.flatMap((cell) => {
    const box = cell.getBoundingClientRect()
    const down = (box.top - top) * way
    return down > 1 ? [{ cell, down, across: Math.abs(box.left - left) }] : []
  })
  return distances.toSorted((a, b) => a.down - b.down || a.across - b.across)[0]?.cell
}

/**
 * Keys of a grid of buttons that name their hour: arrow keys, Home and End move, digits jump to an hour of the row. Taken cells take the focus, too: their label has the reason.
 * The grid is one stop for Tab.
 */
export function useGridKeys() {
  const grid = useRef<HTMLDivElement>(null)
  const typed = useRef({ text: '', at: 0 })
  const stopAt = (stop: Element | undefined): void => {
    for (const cell of cellsOf(grid.current)) cell.tabIndex = cell === stop ? 0 : -1
  }
  useLayoutEffect(() => {
    const cells = cellsOf(grid.current)
    const isAt = (is: (cell: HTMLButtonElement) => boolean) => cells.find((cell) => is(cell))
    stopAt(
      isAt((cell) => cell === document.activeElement) ??
        isAt((cell) => cell.getAttribute('aria-selected') === 'true') ??
        isAt((cell) => cell.ariaDisabled !== 'true') ??
        cells[0],
    )
  })
  function hourCell(row: readonly HTMLButtonElement[], digit: string, at: number) {
    const { text, at: before } = typed.current
    const hourFrom = (digits: string) =>
      row.find((cell) => String(parseInt(cell.textContent, 10)).startsWith(digits))
    const digits = at - before < digitsMs && hourFrom(text + digit) ? text + digit : digit
    typed.current = { text: digits, at }
    return hourFrom(digits)
  }
  function target(from: HTMLButtonElement, key: string, at: number): HTMLElement | undefined {
    const row = cellsOf(from.closest('[role=row]'))
    const place = row.indexOf(from)
    if (/^\d$/.test(key)) return hourCell(row, key, at)
    if (key === 'ArrowLeft') return row[place - 1]
    if (key === 'ArrowRight') return row[place + 1]
    if (key === 'Home') return row[0]
    if (key === 'End') return row.at(-1)
    if (key === 'ArrowUp') return beyond(cellsOf(grid.current), from, -1)
    return key === 'ArrowDown' ? beyond(cellsOf(grid.current), from, 1) : undefined
  }
  return {
    ref: grid,
    onFocus: ({ target: cell }: FocusEvent<HTMLElement>) => stopAt(cell),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const from = event.target
      if (!(from instanceof HTMLButtonElement) || event.ctrlKey || event.metaKey || event.altKey) return
      const to = target(from, event.key, event.timeStamp)
      if (!to) return
      event.preventDefault()
      to.focus()
    },
  }
}
