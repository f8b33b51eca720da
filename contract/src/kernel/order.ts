/** Orders of lists by one moment: `usual` has waiting work oldest first, other rows newest first. */
export const momentOrder = { usual: 0, oldest: 1, newest: 2 } as const

/** Whether a list begins with its oldest row; `waits`: its rows wait for someone. */
export const isOldestFirst = (orderType: number, waits: boolean): boolean =>
  orderType === momentOrder.usual ? waits : orderType === momentOrder.oldest
