/** Rights of the leads, apart from their calls: the web client's routes need no schemas. */

export const readsLeads = { leadStaff: true, module: ['客户管理', '线索分配'] } as const
