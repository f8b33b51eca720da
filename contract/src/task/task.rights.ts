/** Rights of the tasks, apart from their calls: the web client's routes need no schemas. */

export const readsTasks = { storeStaff: true, module: '客户管理' } as const
