import { clockText, dayText } from '@showroom/contract/kernel/day'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { notify } from '../../notice/index.ts'
import type { NewNotice } from '../../notice/index.ts'
import { updateMorningReport } from '@showroom/contract/report/morning.api'
import type { Behalf } from '../../platform/jobs/behalf.ts'
import { secondsOf } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import { transact } from '../../platform/db/client.ts'
import type { Database } from '../../platform/db/client.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { summaryOf } from '../../platform/observe/log.ts'
import type { Logger } from '../../platform/observe/log.ts'
import { serveInTurns } from '../../platform/queues/ring.ts'
import { mintJobScope } from '../../platform/session/session.ts'
import { listStores } from '../../platform/jobs/stores.repository.ts'
import type { Texts } from '../../platform/texts/outbox.ts'
import { textKind } from '../../platform/texts/outbox.repository.ts'
import type { Wecom } from '../../platform/wecom/wecom.ts'
import type { Targets } from '../targets.ts'
import * as repository from './morning.repository.ts'
import type { Subscriber, Ways } from './morning.repository.ts'
import { morningPage, readReport, textOf } from './morning.service.ts'

interface Deps {
  readonly db: Database
  readonly behalf: Behalf
  readonly clock: Clock
  readonly log: Logger
  readonly texts: Pick<Texts, 'post' | 'wake'>
  readonly wecom: Wecom | undefined
  readonly targets: Pick<Targets, 'readPeriod'>
}

/** A report that is two hours late because the server was down is dropped: no one reads it in the evening. */
const lateMs = 2 * 3_600_000

/**
 * Sends each subscriber the morning report once a day at their time. The claim, the bell notice and the queued SMS commit together. WeCom
 * is sent after the commit, so a kill in between loses that message but never sends one twice.
 */
export const sendMorningReports = (deps: Deps): Job => ({
  name: 'morning-report',
  for: deps.behalf,
  cron: '* * * * *',
  atStart: true,
  async run() {
    const now = deps.clock()
    const texts = new Map<number, Promise<string>>()
    const textFor = (dealerId: number): Promise<string> => {
      const text = texts.get(dealerId) ?? readText(deps, dealerId, now)
      texts.set(dealerId, text)
      return text
    }
    const day = dayText(secondsOf(now))
    const earliest = new Date(now.getTime() - lateMs)
    // Times of the day before are over.
    const since = dayText(secondsOf(earliest)) === day ? clockText(secondsOf(earliest)) : ''
    const window = { day, since, until: clockText(secondsOf(now)) }
    const stores = new Map<number, Subscriber[]>()
    for (const dealerId of await listStores(deps.db)) {
      const due = await repository.listDue(deps.db, dealerId, window)
      if (due.length > 0) stores.set(dealerId, due)
    }
    await serveInTurns(stores.keys(), async (dealerId) => {
      const waiting = stores.get(dealerId)
      const one = waiting?.shift()
      if (one) await sendOne(deps, one, { day, now, text: await textFor(dealerId) })
      return waiting?.length !== 0
    })
  },
})

const readText = async ({ db, targets }: Deps, dealerId: number, now: Date): Promise<string> =>
  textOf(await readReport(db, mintJobScope(dealerId, 0), now, targets))

async function sendOne(
  deps: Deps,
  { dealerId, memberId }: Subscriber,
  { day, now, text }: { readonly day: string; readonly now: Date; readonly text: string },
): Promise<void> {
  const notice: NewNotice = { memberId, kind: noticeKind.morningReport, text }
  const ways = await transact(deps.db, async (trx) => {
    if (await deps.behalf.lost({ dealerId, memberId }, updateMorningReport, trx)) return undefined
    const claimed = await repository.claimReport(
      trx,
      { dealerId, memberId },
      { day, corpId: deps.wecom?.corpId ?? '' },
    )
    const scope = mintJobScope(dealerId, 0)
    if (claimed?.byBell) await notify({ db: trx, scope, now }, [notice])
    if (claimed?.mobile)
      await deps.texts.post(trx, {
        dealerId,
        kind: textKind.own,
        mobile: claimed.mobile,
        content: `晨报：${text}`,
        at: now,
      })
    return claimed
  })
  if (!ways) return
  if (ways.mobile) deps.texts.wake()
  await sendByWecom(deps, ways, text)
}

/** A WeCom failure must not stop the reports of other members. */
async function sendByWecom({ wecom, log }: Deps, { wecomUserId }: Ways, text: string): Promise<void> {
  if (!wecom || !wecomUserId) return
  try {
    await wecom.send({ userId: wecomUserId, title: '晨报', text, url: wecom.linkTo(morningPage) })
  } catch (error) {
    log.warn({ error: summaryOf(error) }, 'a morning report could not be sent by WeCom')
  }
}
