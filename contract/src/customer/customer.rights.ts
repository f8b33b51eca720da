/** The right to the customer list, apart from its call: the web client's routes need no schemas. */

export const readsCustomers = { module: '客户管理' } as const
