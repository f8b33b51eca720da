/** The links or buttons of the list's rows, each marked with its row's id; `data-rows` marks a list that is only a part of its page. */
export const rowLinks = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(':is(.sr-list, [data-rows]) [data-row-link]'),
]
