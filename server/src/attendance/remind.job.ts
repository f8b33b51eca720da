import { remindWithinMinutes } from '@showroom/contract/attendance/attendance.rules'
import { clockText, minuteOfDay } from '@showroom/contract/kernel/day'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { notify } from '../notice/index.ts'
import { secondsOf } from '../platform/clock.ts'
import type { Clock } from '../platform/clock.ts'
import { transact } from '../platform/db/client.ts'
import type { Database } from '../platform/db/client.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { mintJobScope } from '../platform/session/session.ts'
import { listToRemind, listUnsettled, openDay, closeDay } from './attendance.repository.ts'
import { dayOf } from './attendance.service.ts'

interface Deps {
  readonly db: Database
  readonly clock: Clock
}

/** When a store's hours begin, saves which members are due that day. If the store has reminders on, reminds those who have not signed. */
export const closeDays = (deps: Deps): Job => ({
  name: 'settle-attendance',
  for: 'stores',
  cron: '* * * * *',
  atStart: true,
  async run() {
    const now = deps.clock()
    for (const dealerId of await listUnsettled(deps.db, {
      day: dayOf(now).day,
      time: clockText(secondsOf(now)),
    }))
      await closeStoreDay(deps, dealerId, now)
  },
})

/** Settles one store in one transaction, so that neither a kill nor a concurrent process reminds a member twice. */
const closeStoreDay = (deps: Deps, dealerId: number, now: Date): Promise<void> =>
  transact(deps.db, async (trx) => {
    const scope = mintJobScope(dealerId, 0)
    const today = dayOf(now)
    const { inTime, isClosed } = await openDay(trx, scope, today)
    if (isClosed) return
    const due = await closeDay(trx, scope, { day: today.day, now })
    if (minuteOfDay(clockText(secondsOf(now))) - minuteOfDay(inTime) > remindWithinMinutes) return
    const memberIds = await listToRemind(trx, scope, { day: today.day, memberIds: due })
    if (memberIds.length === 0) return
    const notices = memberIds.map((memberId) => ({
      memberId,
      kind: noticeKind.signIn,
      text: `${inTime}上班，您今天还没有签到`,
    }))
    await notify({ db: trx, scope, now }, notices)
  })
