import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { type Flag, groupRoles, type May } from '@showroom/contract/kernel/call'
import { may } from './areas'

/** Names of the modules and roles that grant a right. */
const givenBy: Readonly<Partial<Record<Flag, string>>> = {
  allowFailVerify: '「战败审核」权限',
  allowOrderVerify: '「订单审核」权限',
  allowOrderAlloc: '库管或管理员岗位',
  allowFront: '「前台流量」权限',
  allowAssign: '下级成员',
}

const giver = '请门店管理员在团队管理中开通'

/** The text about a missing right and the person who grants it: `需要「客户管理」权限，请门店管理员在团队管理中开通`. Empty if nothing. */
export function missingFor(session: SessionInfo, needs: May): string {
  if (may(session, { may: needs }) || typeof needs === 'string') return ''
  const { changes, storeStaff, leadStaff, admin, module, flag } = needs
  if (changes && session.onlyReads) return session.isClosed ? '本店已停业，只能查看和导出' : '投资人仅可查看'
  const isOfGroup = groupRoles.includes(session.role)
  if (isOfGroup && storeStaff) return '集团岗位不处理门店任务'
  if (isOfGroup && leadStaff && !session.allowOnlineAssign) return '本店线索由门店处理'
  if (admin) return '需要管理员岗位，请门店总经理设置'
  const names = module === undefined ? [] : [module].flat().map((name) => `「${name}」`)
  const flags = flag === undefined ? [] : [flag].flat().flatMap((one) => givenBy[one] ?? [])
  const lacking = names.length > 0 ? [`${names.join('或')}权限`] : flags
  return lacking.length > 0 ? `需要${lacking.join('或')}，${giver}` : giver
}

/** Says which right is missing, and who gives it. */
export const barredText = (session: SessionInfo, needs?: May): string =>
  ['您没有该页面的权限', needs && missingFor(session, needs)].filter(Boolean).join('：')
