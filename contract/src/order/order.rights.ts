/** Rights of the lists of orders, apart from their calls: the web client's routes need no schemas. */

export const readsOrders = { module: '销售订单' } as const
export const reviewsOrders = { flag: 'allowOrderVerify' } as const
export const readsAllocations = { flag: 'allowOrderAlloc' } as const
