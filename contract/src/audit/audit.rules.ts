import { role } from '../access/access.rules.ts'
import type { May } from '../kernel/call.ts'

/** Readers of the export log, and of the audit. */
export const readsExports = { module: '企业管理', roles: [role.boss] } as const satisfies May
export const readsAudit = {
  module: '企业管理',
  roles: [role.generalManager, role.boss],
} as const satisfies May
