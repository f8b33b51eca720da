/** Rights of the appointments: of members who plan for customers, or receive them. */

export const floorMay = { storeStaff: true, module: ['客户管理', '前台流量'] } as const
