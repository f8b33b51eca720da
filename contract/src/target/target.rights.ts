import { role } from '../access/access.rules.ts'
import type { May } from '../kernel/call.ts'

/** Everyone at the store reads at least their own line. */
export const readsTargets = { storeStaff: true } as const satisfies May
/** Members who set targets: the store's heads, and the group's administrator with 企业管理. */
export const setsTargets = {
  module: '企业管理',
  roles: [role.generalManager, role.boss, role.salesManager, role.marketing, role.groupAdmin],
} as const satisfies May
