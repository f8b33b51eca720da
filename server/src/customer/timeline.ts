import type { Level, TimelineType } from '@showroom/contract/customer/customer.rules'
import type { TimelineFacts } from '@showroom/contract/customer/timeline.schema'
import type { Context } from '../platform/http/handler.ts'
import { writeAction } from './customer.repository.ts'
import type { CustomerChange, DealChange, TimelineLinks } from './customer.repository.ts'
import type { CustomerRow } from './lock.ts'

interface TimelineText extends Partial<TimelineLinks> {
  readonly type: TimelineType
  readonly subject: string
  /** The whole of it as a sentence, for exports and for who reads it elsewhere. */
  readonly content: string
  /** The same as data, of which the screen makes its words; left out where the sentence is all there is. */
  readonly facts?: TimelineFacts
  /** As it is after the action; the customer's own where that stays. */
  readonly level?: Level
  /** The deal it happened in; the current one unless said. */
  readonly dealId?: number
}

/** Ends an action: records it in the timeline, in one row, writes what it changes in file and deal, and marks the file as changed. */
export async function recordTimeline(
  { db, session, now }: Context,
  customer: CustomerRow,
  text: TimelineText,
  change?: { readonly customer?: CustomerChange; readonly deal?: DealChange },
): Promise<{ rowVersion: number }> {
  const entry = {
    customerId: customer.customerId,
    dealId: customer.dealId,
    memberName: session.memberName,
    level: customer.level,
    at: now,
    ...text,
  }
  return { rowVersion: await writeAction(db, session.scope, entry, change) }
}
