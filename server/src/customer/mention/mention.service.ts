import { deriveFlags, isAdminRole } from '@showroom/contract/access/access.rules'
import type { Annotate, ListMentionable } from '@showroom/contract/customer/action.schema'
import { readsCustomers } from '@showroom/contract/customer/customer.rights'
import { mentionsIn } from '@showroom/contract/customer/mention.rules'
import { mayCall } from '@showroom/contract/kernel/call'
import { maskText } from '@showroom/contract/kernel/mask'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { notify } from '../../notice/index.ts'
import type { Context } from '../../platform/http/handler.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import type { CustomerRow } from '../lock.repository.ts'
import { listColleagues } from './mention.repository.ts'
import type { Colleague } from './mention.repository.ts'

/** Mentions of colleagues in notes (docs/product/customer.md). */

/** Whether the member reads the file, by the rules of a session (see `findRow` in access). */
function readsFile({ role, modules, isActive, isInLine, isReviewed }: Colleague): boolean {
  const flags = deriveFlags({
    role,
    modules: [...modules],
    hasSubordinates: false,
    onlinePolicy: 0,
    cityPoolEnable: false,
    hasDaily: false,
    handleFront: false,
    groupId: 0,
    isClosed: false,
  })
  const works = mayCall(readsCustomers, { role, isAdmin: isAdminRole(role), modules: [...modules], flags })
  return isActive && ((works && (flags.seesStore || isInLine)) || (isReviewed && flags.allowFailVerify))
}

/** Lists the colleagues who read the file, and so may be mentioned in its notes. */
export async function listMentionable({ db, session }: Context, { customerId }: ListMentionable) {
  const colleagues = await listColleagues(db, session.scope, customerId)
  if (colleagues.length === 0) throw new Refusal('NOT_FOUND')
  return {
    data: colleagues
      .filter((one) => one.memberId !== session.memberId && readsFile(one))
      .map(({ memberId, name, role }) => ({ memberId, name, role })),
  }
}

/** Notifies the colleagues whom the note mentions. Refuses the note if one of them does not read the file. */
export async function notifyMentioned(
  context: Context,
  customer: CustomerRow,
  { remark }: Annotate,
): Promise<void> {
  if (!/[@＠]/.test(remark)) return
  const { db, session, now } = context
  const colleagues = await listColleagues(db, session.scope, customer.customerId)
  const names = mentionsIn(
    remark,
    colleagues.map(({ name }) => name),
  )
  const mentioned = colleagues.filter(({ name }) => names.has(name))
  const readers = mentioned.filter(readsFile)
  const unable = [...names].filter((name) => readers.every((reader) => reader.name !== name))
  if (unable.length > 0)
    throw refuseField('INVALID', 'remark', `${unable.join('、')}不能查看该客户，请去掉@后保存`)
  await notify(
    { db, scope: session.scope, now },
    readers
      .filter(({ memberId }) => memberId !== session.memberId)
      .map(({ memberId }) => ({
        memberId,
        kind: noticeKind.mentioned,
        text: `${session.memberName}在${customer.name}的批注中提到您：${maskText(remark).slice(0, 100)}`,
        customerId: customer.customerId,
      })),
  )
}
