import { dateType, periodStart } from '@showroom/contract/report/period.rules'
import { reachedRate } from '@showroom/contract/target/pace.rules'
import { targetMeasures } from '@showroom/contract/target/target.rules'
import { measures as allMeasures } from '@showroom/contract/report/measures'
import { addDays, clockText, dayEnd, dayStart, dayText } from '@showroom/contract/kernel/day'
import { usualMorningTime } from '@showroom/contract/report/morning.schema'
import type { MorningReport, MorningSetting } from '@showroom/contract/report/morning.schema'
import { secondsOf } from '../../platform/clock.ts'
import type { Executor } from '../../platform/db/client.ts'
import type { Context } from '../../platform/http/handler.ts'
import { refuseField } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/session/session.ts'
import { findWecomBinding } from '../../platform/wecom/binding.repository.ts'
import type { Wecom } from '../../platform/wecom/wecom.ts'
import { countMeasures } from '../measures/count.repository.ts'
import type { Targets } from '../targets.ts'
import * as repository from './morning.repository.ts'

/** Page that shows the report with its numbers as links. */
export const morningPage = '/report/morning'

const measures = ['leads', 'files', 'visits', 'testDrives', 'orders', 'deliveries'] as const

/** Reads the events of the day before at the store, and the work open today. */
export async function readReport(
  db: Executor,
  scope: Scope,
  now: Date,
  { readPeriod }: Pick<Targets, 'readPeriod'>,
): Promise<MorningReport> {
  const seconds = secondsOf(now)
  const [from, today] = [addDays(seconds, -1), dayStart(seconds)]
  const [done] = await countMeasures(db, scope, { measures, span: { from, until: today } })
  const waiting = await repository.readOpenTasks(db, scope, {
    start: new Date(today * 1000),
    end: new Date(dayEnd(seconds) * 1000),
  })
  if (!done) throw new Error('the store has no numbers')
  const start = periodStart(dateType.month, from)
  const { store } = await readPeriod(db, scope, { start, months: 1, byMember: false }, now)
  const month = targetMeasures.flatMap((measure) => {
    const { done: count, target, due, forecast } = store[measure]
    return target === null ? [] : [{ measure, done: count, target, due, forecast }]
  })
  return { yesterday: dayText(from), ...done.counts, month, ...waiting }
}

/** Members named in the text; the page behind the link lists all. */
const mostNames = 5

/** Formats the report as two short sentences for a bell notice, an SMS and a chat. */
export function textOf(report: MorningReport): string {
  const { leads, files, visits, testDrives, orders, deliveries, month, dueToday, overdue, members } = report
  const named = members.slice(0, mostNames).map((one) => `${one.userName}${one.overdue}`)
  const who = named.length > 0 ? `（${named.join('、')}${members.length > mostNames ? '等' : ''}）` : ''
  return (
    `昨日线索${leads}，建档${files}，到店${visits}，试驾${testDrives}，订车${orders}，交车${deliveries}。` +
    monthText(month) +
    `今日到期${dueToday}，逾期${overdue}${who}。`
  )
}

/** Orders and deliveries of the month against their targets; empty without one. */
function monthText(month: MorningReport['month']): string {
  const parts = month
    .filter(({ measure }) => measure === 'orders' || measure === 'deliveries')
    .map(
      ({ measure, done, target }) =>
        `${allMeasures[measure].label}${done}/${target}（${reachedRate(done, target)}%）`,
    )
  return parts.length > 0 ? `本月${parts.join('，')}。` : ''
}

const usual: MorningSetting = {
  isOn: false,
  time: usualMorningTime,
  byBell: true,
  bySms: false,
  byWecom: false,
}

export async function getMorning(
  { db, session, now }: Context,
  { wecom, targets }: { readonly wecom: Wecom | undefined; readonly targets: Targets },
) {
  const { scope, accountId } = session
  return {
    setting: (await repository.findSetting(db, scope)) ?? usual,
    hasWecom: (await findWecomBinding(db, accountId, wecom)) !== undefined,
    report: await readReport(db, scope, now, targets),
  }
}

export async function updateMorning(
  { db, session, now }: Context,
  setting: MorningSetting,
  wecom: Wecom | undefined,
): Promise<MorningSetting> {
  const { scope, accountId } = session
  const { isOn, time, byBell, bySms, byWecom } = setting
  if (byWecom && !(await findWecomBinding(db, accountId, wecom)))
    throw refuseField('INVALID', 'byWecom', '您还没有绑定企业微信')
  const chosen = { isOn, time, byBell, bySms, byWecom }
  await repository.saveSetting(
    db,
    scope,
    chosen,
    time <= clockText(secondsOf(now)) ? dayText(secondsOf(now)) : undefined,
  )
  return chosen
}
