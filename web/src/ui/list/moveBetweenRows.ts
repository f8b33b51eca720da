import type { KeyboardEvent } from 'react'

/** Arrow keys go from the link of one row, marked `data-row-link`, to that of the next. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const here = event.target
  if (!(here instanceof HTMLElement) || !here.matches('[data-row-link]')) return
  const links = [...(here.closest('table')?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
  links[links.indexOf(here) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
  event.preventDefault()
}
