import { timelineType } from '@showroom/contract/customer/customer.rules'
import { insertTimelines } from '../customer/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/client.ts'
import type { Job } from '../platform/jobs.ts'
import type { Live } from '../platform/live.ts'
import { mintJobScope } from '../platform/session/session.ts'
import type { SmsSender } from '../platform/texts/sms.ts'
import * as repository from './sms.repository.ts'
import type { Waiting } from './sms.repository.ts'
import { textFor } from './sms.service.ts'

interface Deps {
  readonly db: Database
  readonly live: Live
  readonly clock: Clock
  readonly sender: SmsSender
}

/** A message on its way for longer than that belongs to a process that was killed. */
const lostMs = 10 * 60_000

/** Sends what waits, each once: a message is taken before it goes, and what became of it is told. */
export async function sendWaiting(deps: Deps): Promise<void> {
  const { db, clock } = deps
  for (const lost of await repository.claimLost(db, new Date(clock().getTime() - lostMs)))
    await tellFailure(deps, lost, '发送中断，结果未知')
  for (;;) {
    const message = await repository.claimMessage(db, clock())
    if (!message) return
    const failure = await deliver(deps, message)
    await repository.settleMessage(db, message, { failure, at: clock() })
    if (failure) await tellFailure(deps, message, failure)
  }
}

/** Why it did not go; empty when it did. */
async function deliver(
  { db, sender }: Deps,
  { dealerId, memberId, customerId, content }: Waiting,
): Promise<string> {
  const to = await repository.findAddressee(db, mintJobScope(dealerId, memberId), customerId)
  if (!to || to.mobile === '') return '客户没有手机号'
  return sender.sendText(to.mobile, textFor(content, to))
}

/** In the timeline, where the message was told of before. */
async function tellFailure({ db, live, clock }: Deps, message: Waiting, failure: string): Promise<void> {
  const { dealerId, customerId, memberId, subject } = message
  const deal = await db
    .selectFrom('customer as c')
    .innerJoin('deal as d', (join) =>
      join.onRef('d.id', '=', 'c.current_deal_id').on('d.dealer_id', '=', dealerId),
    )
    .select(['d.id', 'd.level'])
    .where('c.dealer_id', '=', dealerId)
    .where('c.id', '=', customerId)
    .executeTakeFirst()
  if (!deal) return
  await insertTimelines(db, mintJobScope(dealerId, memberId), [
    {
      customerId,
      dealId: deal.id,
      memberName: '系统',
      level: deal.level,
      type: timelineType.sms,
      subject: '短信发送失败',
      content: `${subject}：${failure}`,
      at: clock(),
    },
  ])
  live.hint({ dealerId, topics: ['customer'] })
}

/** What a killed process left, and what nobody was woken for. */
export const smsJob = (deps: Deps): Job => ({
  name: 'send-sms',
  cron: '* * * * *',
  atStart: true,
  run: () => sendWaiting(deps),
})
