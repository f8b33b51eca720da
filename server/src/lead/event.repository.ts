import type { Executor } from '../platform/db/client.ts'
import type { Scope } from '../platform/session/session.ts'

export interface LeadEvent {
  readonly leadId: number
  readonly at: Date
  /** Name of the acting member, or 系统. */
  readonly by: string
  readonly result: string
  /** Name of the new owner. */
  readonly ownerName?: string
  readonly remark?: string
}

/** Adds rows to the leads' histories, in the transaction of the change. */
export async function insertLeadEvents(
  db: Executor,
  scope: Scope,
  events: readonly LeadEvent[],
): Promise<void> {
  await db
    .insertInto('lead_event')
    .values(
      events.map(({ leadId, at, by, result, ownerName = '', remark = '' }) => ({
        dealer_id: scope.dealerId,
        lead_id: leadId,
        created_at: at,
        member_id: scope.memberId,
        handle_name: by,
        result,
        follow_name: ownerName,
        remark,
      })),
    )
    .execute()
}

/** Id of the last history row of a lead; 0 if there is none. */
export async function lastEventOf(db: Executor, scope: Scope, leadId: number): Promise<number> {
  const row = await db
    .selectFrom('lead_event')
    .select('id')
    .where('dealer_id', '=', scope.dealerId)
    .where('lead_id', '=', leadId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}
