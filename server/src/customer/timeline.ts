import type { Level, TimelineType } from '@showroom/contract/customer/customer.rules'
import type { Context } from '../platform/http/handler.ts'
import { bumpVersion, insertTimeline } from './customer.repository.ts'
import type { TimelineLinks } from './customer.repository.ts'
import type { LockedCustomer } from './lock.ts'

interface TimelineText extends Partial<TimelineLinks> {
  readonly type: TimelineType
  readonly subject: string
  readonly content: string
  /** As it is after the action; the customer's own where that stays. */
  readonly level?: Level
  /** The deal it happened in; the current one unless said. */
  readonly dealId?: number
}

/** Ends an action: records it in the timeline, in one row, and marks the file as changed. */
export async function recordTimeline(
  { db, session, now }: Context,
  customer: LockedCustomer,
  text: TimelineText,
): Promise<{ rowVersion: number }> {
  await insertTimeline(db, session.scope, {
    customerId: customer.customerId,
    dealId: customer.dealId,
    memberName: session.memberName,
    level: customer.level,
    at: now,
    ...text,
  })
  return { rowVersion: await bumpVersion(db, session.scope, customer.customerId) }
}
