import { writeAudit } from '../platform/auditing/audit.ts'
import type { Executor } from '../platform/db/client.ts'
import type { Context } from '../platform/http/handler.ts'
import type { Limit } from '../platform/limits/limits.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Scope, Session } from '../platform/session/session.ts'

export type FindNumbers = (
  db: Executor,
  scope: Scope,
  customerId: number,
) => Promise<{ mobile: string; second_phone: string; identify_no: string; address: string } | undefined>

/** Returns the numbers of a lead if the member sees the lead. */
export type FindLeadNumbers = (
  db: Executor,
  session: Session,
  leadId: number,
) => Promise<{ mobile: string; second_phone: string } | undefined>

export interface RevealDeps {
  readonly findNumbers: FindNumbers
  readonly findLeadNumbers: FindLeadNumbers
}

const ofLead = 2

interface Request {
  readonly dataType: number
  readonly userType: number
  readonly userId: number
  readonly clueId: number
}

/** Reads the requested numbers and the key of the record they belong to. */
async function find({ db, session }: Context, deps: RevealDeps, request: Request) {
  if (request.userType !== ofLead) {
    const numbers = await deps.findNumbers(db, session.scope, request.userId)
    return numbers && { ...numbers, record: `customer:${request.userId}` }
  }
  const leadId = request.clueId || request.userId
  const numbers = await deps.findLeadNumbers(db, session, leadId)
  return numbers && { ...numbers, identify_no: '', address: '', record: `lead:${leadId}` }
}

/** Reveals a member may make per hour. */
const limit: Limit = { most: 60, windowSeconds: 3600, code: 'REVEAL_LIMIT' }

/** Counts a reveal and writes it to the audit. Rejects with REVEAL_LIMIT once the hour's limit is used up. */
export async function countReveal(
  { session, db, limits, now, ip }: Context,
  record: string,
  detail?: Readonly<Record<string, unknown>>,
): Promise<void> {
  await limits.spend(`reveal:${session.dealerId}:${session.memberId}`, limit)
  await writeAudit(db, {
    dealerId: session.dealerId,
    memberId: session.memberId,
    accountId: session.accountId,
    action: 'reveal',
    record,
    ip,
    ...(detail && { detail }),
    at: now,
  })
}

/** Returns clear numbers; each call is counted and writes one audit row. Rejects with NOT_FOUND for a record the member does not see. */
export async function reveal(context: Context, deps: RevealDeps, request: Request) {
  const numbers = await find(context, deps, request)
  if (!numbers) throw new Refusal('NOT_FOUND')
  await countReveal(context, numbers.record, { dataType: request.dataType })
  const identity = request.dataType === 2
  const phone = identity ? '' : numbers.mobile
  return {
    phone,
    data: { phone },
    secondaryPhone: identity ? '' : numbers.second_phone,
    idNo: identity ? numbers.identify_no : '',
    address: identity ? numbers.address : '',
  }
}
