import { timelineType } from '@showroom/contract/customer/customer.rules'
import { quietEnd } from '@showroom/contract/sms/sms.rules'
import { insertTimelines } from '../customer/index.ts'
import { partsOf } from '../platform/open/directory.ts'
import { mintJobScope } from '../platform/session/session.ts'
import { secondsOf } from '../platform/clock.ts'
import type { Actor } from '../platform/live/events.ts'
import type { FailureHandler, TextGuard } from '../platform/texts/deliver.ts'
import * as repository from './sms.repository.ts'

/** Holds messages back at night, and gives up those about an appointment that has ended, or to a number that has left the file. */
export const guardMessage: TextGuard = async (db, { about, mobile, now }) => {
  const part = partsOf(about)
  const code = part && (await repository.findOutdated(db, part, mobile))
  if (code) return { code }
  const end = quietEnd(secondsOf(now))
  return end === undefined ? undefined : { until: new Date(end * 1000) }
}

/** Stores the delivery result of a message. Adds a timeline entry if the delivery failed. */
export const storeMessageResult: FailureHandler = async (db, { about, failure, at }) => {
  const { dealerId, id } = partsOf(about) ?? { dealerId: 0, id: 0 }
  const message = await repository.storeMessageResult(db, { dealerId, id }, { failure, at })
  if (!message || failure === '') return
  const { customerId, memberId, subject } = message
  const scope = mintJobScope(dealerId, 0)
  const deal = await repository.findCurrentDeal(db, scope, customerId)
  if (!deal) return
  const file = { customerId, dealId: deal.id, level: deal.level }
  await recordFailure({ db, scope, now: at }, file, { memberId, subject, why: failure })
}

/** Adds a timeline entry for a message that was not sent. */
export const recordFailure = (
  { db, scope, now }: Pick<Actor, 'db' | 'scope' | 'now'>,
  {
    customerId,
    dealId,
    level,
  }: { readonly customerId: number; readonly dealId: number; readonly level: string },
  { memberId, subject, why }: { readonly memberId?: number; readonly subject: string; readonly why: string },
): Promise<void> =>
  insertTimelines(db, scope, [
    {
      customerId,
      dealId,
      memberName: '系统',
      ...(memberId !== undefined && { memberId }),
      level,
      type: timelineType.sms,
      subject: '短信发送失败',
      content: `${subject}：${why}`,
      at: now,
    },
  ])
