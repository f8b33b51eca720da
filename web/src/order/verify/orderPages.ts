/** Pages that the lists' rows open. On return from these a list restores its filters. */
export const openedOrders: readonly string[] = ['/approved', '/submitted']
