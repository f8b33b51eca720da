import { dayText } from '@showroom/contract/kernel/day'
import { dateType, periodStart } from '@showroom/contract/report/period.rules'
import type { Period, PeriodQuery } from '@showroom/contract/target/target.schema'
import type { Context } from '../platform/http/handler.ts'
import { createTurns } from '../platform/jobs/turns.ts'
import { cacheUntilChanged } from '../platform/live/kept.ts'
import type { Live } from '../platform/live/live.ts'
import { listReportMembers } from '../report/index.ts'
import { readPeriod } from './month.service.ts'
import type { StorePeriod } from './month.service.ts'

/** First second of the period of so many months that holds the month (YYYY-MM). */
function startOf({ month, months }: Pick<PeriodQuery, 'month' | 'months'>): number {
  const start = Date.parse(`${month}-01T00:00:00+08:00`) / 1000
  return periodStart(dateType.month, start, -((Number(month.slice(5)) - 1) % months))
}

/** Periods read at the same time in a process, so few that other users' lists stay fast, and those that may wait. */
const [atOnce, mostWaiting] = [2, 42]

export function openPeriods(live: Pick<Live, 'watch' | 'isUp'>) {
  const periods = cacheUntilChanged<StorePeriod>(
    live,
    ['target', 'customer', 'lead', 'order', 'desk', 'setting'],
    { most: 20 },
  )
  const turns = createTurns(atOnce, mostWaiting)

  /**
   * Reads the targets and numbers that the caller may see: of the store, or of the caller's line unless the store ranks its members. The
   * store is counted once for all its members.
   */
  return async ({ db, session, now }: Context, query: PeriodQuery): Promise<Period> => {
    const { scope } = session
    const { sees } = scope
    const question = { start: startOf(query), months: query.months, byMember: true } as const
    const period = await periods.get(scope.dealerId, question, () =>
      turns.run(() => readPeriod(db, scope, question, now)),
    )
    const { store, memberIds, ofMember, isAnnounced, isRanked } = period
    const rows = await listReportMembers(db, scope)
    return {
      month: dayText(question.start).slice(0, 7),
      isAnnounced,
      ...((sees === 'all' || isRanked) && { store }),
      members: rows.flatMap(({ id, name, isLeft, isUsual }) => {
        const isShown =
          (isUsual || memberIds.has(id)) && (sees === 'all' || sees.includes(id) || (isRanked && id > 0))
        return isShown ? [{ memberId: id, name, isLeft, numbers: ofMember(id) }] : []
      }),
    }
  }
}
