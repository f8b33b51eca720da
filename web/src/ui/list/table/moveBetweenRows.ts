import type { KeyboardEvent } from 'react'

/** Arrow keys move between the links of rows, marked `data-row-link`. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const here = event.target
  if (!(here instanceof HTMLElement) || !here.matches('[data-row-link]')) return
  const links = [...(here.closest('table')?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
  links[links.indexOf(here) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
  event.preventDefault()
}
