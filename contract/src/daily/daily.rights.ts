import type { May } from '../kernel/call.ts'

/** Rights of daily reports, apart from their calls: the web client's routes need no schemas. */

/** Roles that write reports: all but 集团管理员, 投资人 and those of the group. */
export const writingRoles: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 10]

export const writesDaily = { flag: 'canDailyReport', roles: writingRoles } as const satisfies May
export const readsDaily = { flag: 'readsDaily' } as const satisfies May
export const answersDaily = { flag: 'readsDaily', roles: writingRoles } as const satisfies May
