import { timelineType } from '@showroom/contract/customer/customer.rules'
import { insertTimelines } from '../customer/index.ts'
import { partsOf } from '../platform/open/directory.ts'
import type { Live } from '../platform/live.ts'
import { mintJobScope } from '../platform/session/session.ts'
import type { FailureHandler } from '../platform/texts/deliver.ts'
import * as repository from './sms.repository.ts'

/** Stores the delivery result of a message. Adds a timeline entry if the delivery failed. */
export const storeMessageResults =
  (live: Pick<Live, 'emit'>): FailureHandler =>
  async (db, { about, failure, at }) => {
    const { dealerId, id } = partsOf(about) ?? { dealerId: 0, id: 0 }
    const message = await repository.storeMessageResult(db, { dealerId, id }, { failure, at })
    if (!message || failure === '') return
    const { customerId, memberId, subject } = message
    const scope = mintJobScope(dealerId, 0)
    const deal = await repository.findCurrentDeal(db, scope, customerId)
    if (!deal) return
    await insertTimelines(db, scope, [
      {
        customerId,
        dealId: deal.id,
        memberName: '系统',
        memberId,
        level: deal.level,
        type: timelineType.sms,
        subject: '短信发送失败',
        content: `${subject}：${failure}`,
        at,
      },
    ])
    live.emit({ dealerId, topics: ['customer'] })
  }
