/** Where the rows of the two lists lead to: on return from there a list is as it was left. */
export const openedOrders: readonly string[] = ['/approved', '/submitted']
