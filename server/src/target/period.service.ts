import { dayText } from '@showroom/contract/kernel/day'
import { dateType, periodStart } from '@showroom/contract/report/period.rules'
import type { Period, PeriodQuery } from '@showroom/contract/target/target.schema'
import type { Context } from '../platform/http/handler.ts'
import { createTurns } from '../platform/jobs/turns.ts'
import { listReportMembers } from '../report/index.ts'
import { readPeriod } from './month.service.ts'

/** Periods read at the same time in a process, so few that other users' lists stay fast. */
const turns = createTurns(2, 42)

/** First second of the period of so many months that holds the month (YYYY-MM). */
export function startOf({ month, months }: Pick<PeriodQuery, 'month' | 'months'>): number {
  const start = Date.parse(`${month}-01T00:00:00+08:00`) / 1000
  return periodStart(dateType.month, start, -((Number(month.slice(5)) - 1) % months))
}

/** Reads the targets and numbers that the caller may see: of the store, or of the caller's line unless the store ranks its members. */
export function getPeriod({ db, session, now }: Context, query: PeriodQuery): Promise<Period> {
  const { scope } = session
  const start = startOf(query)
  return turns.run(async () => {
    const { store, memberIds, ofMember, isAnnounced, isRanked } = await readPeriod(
      db,
      scope,
      { start, months: query.months, byMember: true },
      now,
    )
    const { sees } = scope
    const isWhole = sees === 'all' || isRanked
    const rows = await listReportMembers(db, scope)
    return {
      month: dayText(start).slice(0, 7),
      isAnnounced,
      ...(isWhole && { store }),
      members: rows.flatMap(({ id, name, isLeft, isUsual }) => {
        const isShown =
          (isUsual || memberIds.has(id)) && (sees === 'all' || sees.includes(id) || (isRanked && id > 0))
        return isShown ? [{ memberId: id, name, isLeft, numbers: ofMember(id) }] : []
      }),
    }
  })
}
