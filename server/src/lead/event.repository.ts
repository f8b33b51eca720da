import type { Executor } from '../platform/db/client.ts'
import type { Scope } from '../platform/session/session.ts'

export interface LeadEvent {
  readonly leadId: number
  readonly at: Date
  /** Who did it: 系统 where nobody did. */
  readonly by: string
  readonly result: string
  /** Whose it became. */
  readonly ownerName?: string
  readonly remark?: string
}

/** Appends what happened to leads, in the transaction in which it happens. */
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

/** The latest of what happened to a lead; 0 where nothing did. */
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
