/** Rights of the customers, apart from their calls: pages ask for them without loading schemas. */

export const readsCustomers = { module: '客户管理' } as const
export const worksOnCustomers = { ...readsCustomers, changes: true } as const
export const addsCustomers = { module: ['客户管理', '前台流量'], changes: true } as const
