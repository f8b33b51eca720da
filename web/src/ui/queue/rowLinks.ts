/** The links of the list's rows, each marked with its row's id. */
export const rowLinks = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('.sr-list [data-row-link]'),
]
