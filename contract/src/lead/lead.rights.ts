/** Rights of the leads, apart from their calls: the web client's routes and links need no schemas. */

export const readsLeads = { leadStaff: true, module: ['客户管理', '线索分配'] } as const
/** A reviewer reads the leads behind defeat requests. */
export const opensLeads = { module: ['客户管理', '线索分配', '战败审核'] } as const
