import { role } from '@showroom/contract/access/access.rules'
import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { type Call, groupRoles, mayCall } from '@showroom/contract/kernel/call'

/**
 * Who may enter which part of the product (document 1, section 6; document 3, section 6). The server refuses by itself;
 * this decides what the menu shows and where the router turns back to the overview.
 */
const has = (session: SessionInfo, module: string): boolean =>
  session.isAdmin || session.modules.includes(module)

/** Network sales and front desk work at the desk only when they were given it. */
const deskRoles: ReadonlySet<number> = new Set([role.dcc, role.frontDesk])

export const mayEnter = {
  tasks: (session) => !groupRoles.includes(session.role),
  failVerify: (session) => session.allowFailVerify,
  orderVerify: (session) => session.allowOrderVerify,
  orderAlloc: (session) => session.allowOrderAlloc,
  customers: (session) => !groupRoles.includes(session.role) && has(session, '客户管理'),
  /** A reviewer reads the files whose defeat is asked for (docs/decisions/0015). */
  customerFile: (session) =>
    session.allowFailVerify || (!groupRoles.includes(session.role) && has(session, '客户管理')),
  manager: (session) => has(session, '企业管理'),
  exportList: (session) => has(session, '企业管理') && session.role === role.boss,
  front: (session) =>
    session.isAdmin ||
    (session.modules.includes('前台流量') && (!deskRoles.has(session.role) || session.profile.handleFront)),
  orders: (session) => has(session, '销售订单'),
  reports: (session) => session.isAdmin,
} satisfies Record<string, (session: SessionInfo) => boolean>

export type Area = keyof typeof mayEnter

/** Whether the member may make a call at all: what would only be refused is not asked. */
export const may = (session: SessionInfo, call: Pick<Call, 'may'>): boolean =>
  mayCall(call.may, { ...session, flags: session })
