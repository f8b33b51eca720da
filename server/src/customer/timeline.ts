import type { TimelineType } from '@showroom/contract/customer/customer.rules'
import type { Level } from '@showroom/contract/customer/level.rules'
import type { TimelineFacts } from '@showroom/contract/customer/timeline.schema'
import type { Acting } from '../platform/http/handler.ts'
import { writeAction } from './customer.repository.ts'
import type { CustomerChange, DealChange, TimelineLinks } from './customer.repository.ts'
import type { CustomerRow } from './lock.repository.ts'

interface TimelineText extends Partial<TimelineLinks> {
  readonly type: TimelineType
  readonly subject: string
  /** The whole event as a sentence, for exports and other readers. */
  readonly content: string
  /** The same as data, from which the screen builds its text. Missing if there is only the sentence. */
  readonly facts?: TimelineFacts
  /** Level after the action; defaults to the customer's. */
  readonly level?: Level
  /** Deal of the event; defaults to the current one. */
  readonly dealId?: number
}

/** Ends an action: writes one timeline row, the changes of file and deal, and a new row version. */
export async function recordTimeline(
  { db, session, now }: Acting,
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
