import { writeAudit } from '../platform/audit.ts'
import type { Executor } from '../platform/db/client.ts'
import type { Context } from '../platform/http/handler.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Scope } from '../platform/session/session.ts'

export type FindNumbers = (
  db: Executor,
  scope: Scope,
  customerId: number,
) => Promise<{ mobile: string; second_phone: string; identify_no: string; address: string } | undefined>

/** Reveals a member may make in an hour (document 4, section 2). */
const mostAnHour = 60

/** Gives clear numbers: counted, and with one audit row each. Refused with NOT_FOUND for a record the member does not see. */
export async function reveal(
  context: Context,
  findNumbers: FindNumbers,
  request: { dataType: number; userId: number },
) {
  const { session, db, limits, now, ip } = context
  const found = await findNumbers(db, session.scope, request.userId)
  if (!found) throw new Refusal('NOT_FOUND')
  if ((await limits.hit(`reveal:${session.dealerId}:${session.memberId}`, 3600)) > mostAnHour)
    throw new Refusal('REVEAL_LIMIT')
  await writeAudit(db, {
    dealerId: session.dealerId,
    memberId: session.memberId,
    accountId: session.accountId,
    action: 'reveal',
    record: `customer:${request.userId}`,
    ip,
    detail: { dataType: request.dataType },
    at: now,
  })
  const identity = request.dataType === 2
  const phone = identity ? '' : found.mobile
  return {
    phone,
    data: { phone },
    secondaryPhone: identity ? '' : found.second_phone,
    idNo: identity ? found.identify_no : '',
    address: identity ? found.address : '',
  }
}
