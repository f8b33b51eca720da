import { doneMeasures, receivingRoles } from '@showroom/contract/daily/daily.rules'
import type { DailySum } from '@showroom/contract/daily/daily.schema'
import { addDays, clockText, dayText } from '@showroom/contract/kernel/day'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { measures } from '@showroom/contract/report/measures'
import { dateType, periodOf } from '@showroom/contract/report/period.rules'
import { notify } from '../notice/index.ts'
import { secondsOf } from '../platform/clock.ts'
import type { Clock } from '../platform/clock.ts'
import { transact } from '../platform/db/client.ts'
import type { Database } from '../platform/db/client.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { serveInTurns } from '../platform/queues/ring.ts'
import { mintJobScope } from '../platform/session/session.ts'
import * as repository from './daily.repository.ts'
import { sumPeriod } from './sum.service.ts'

interface Deps {
  readonly db: Database
  readonly clock: Clock
}

/** A report that is two hours late because the server was down is dropped. */
const lateSeconds = 2 * 3600

const periods = [
  [dateType.day, '日报'],
  [dateType.week, '周报'],
  [dateType.month, '月报'],
] as const

/** Sends the store's report of the day at its hour, on the last day of a week or month also theirs, to its heads and its group. */
export const sendDailyReports = (deps: Deps): Job => ({
  name: 'daily-report',
  for: 'stores',
  cron: '* * * * *',
  atStart: true,
  async run() {
    const now = deps.clock()
    const seconds = secondsOf(now)
    const earliest = seconds - lateSeconds
    // Hours of the day before are over.
    const since = dayText(earliest) === dayText(seconds) ? clockText(earliest) : ''
    const stores = await repository.listDue(deps.db, { since, until: clockText(seconds) })
    await serveInTurns(stores, async (dealerId) => {
      for (const [type, name] of periods)
        if (type === dateType.day || periodOf(type, seconds).end === addDays(seconds, 1))
          await sendOne(deps, dealerId, type, name, now)
      return false
    })
  },
})

/** Claim, bell and queued WeCom messages commit together. */
const sendOne = (
  { db }: Deps,
  dealerId: number,
  type: (typeof periods)[number][0],
  name: string,
  now: Date,
): Promise<void> =>
  transact(db, async (trx) => {
    const scope = mintJobScope(dealerId, 0)
    const seconds = secondsOf(now)
    const day = dayText(periodOf(type, seconds).start)
    if (!(await repository.claimSending(trx, scope, { type, day, at: now }))) return
    const text = textOf(name, await sumPeriod(trx, scope, { dateType: type, day: seconds, now: seconds }))
    const receivers = await repository.listReceivers(trx, scope, receivingRoles)
    await notify(
      { db: trx, scope, now },
      receivers.map((memberId) => ({ memberId, kind: noticeKind.dailyStore, text })),
    )
  })

/** `门店日报 2026-11-18：沟通12，到店3，…。已交8份，未交2份。` */
export function textOf(name: string, { start, end, total }: DailySum): string {
  const [from, to] = [dayText(start), dayText(end - 1)]
  const numbers = doneMeasures.map((one) => `${measures[one].label}${total.now[one]}`).join('，')
  const missing = total.missing > 0 ? `，未交${total.missing}份` : ''
  return `门店${name} ${from === to ? from : `${from}至${to}`}：${numbers}。已交${total.handed}份${missing}。`
}
