import { comment } from '@showroom/contract/daily/daily.api'
import { dailyState, daysBack, isOpenDay, mayAnswer } from '@showroom/contract/daily/daily.rules'
import type { DailyReport, HandIn, Own } from '@showroom/contract/daily/daily.schema'
import { mayCall } from '@showroom/contract/kernel/call'
import { addDays, dayEnd, dayText } from '@showroom/contract/kernel/day'
import { unlessShown } from '@showroom/contract/kernel/mask'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import type { z } from 'zod'
import { notify } from '../notice/index.ts'
import { secondsOf } from '../platform/clock.ts'
import type { Context } from '../platform/http/handler.ts'
import { Refusal, refuseField } from '../platform/refusal.ts'
import { listIds } from '../report/index.ts'
import * as repository from './daily.repository.ts'
import type { Writer } from './daily.repository.ts'
import { type Days, isToday, numbersOf, readAhead, readDays, refuseFuture } from './sum.service.ts'

const spanOf = (day: number) => ({ start: day, end: addDays(day, 1) })

/** The reports of a day by these members, with all that they show. */
async function describe(
  { db, session, now }: Context,
  day: number,
  days: Days,
  writers: readonly Writer[],
): Promise<DailyReport[]> {
  const { scope } = session
  const seconds = secondsOf(now)
  const ahead = await readAhead(db, scope, day, seconds)
  const defeated = await listIds(db, scope, 'defeats', spanOf(day))
  const all = writers.map((writer) => ({ writer, ...days.of(writer.memberId, day) }))
  const idsOf = ({ writer, kept }: (typeof all)[number]): number[] =>
    kept?.state === dailyState.handedIn
      ? kept.defeatIds
      : defeated.filter(({ memberId }) => memberId === writer.memberId).map(({ id }) => id)
  const named = await repository.listDefeats(db, scope, all.flatMap(idsOf))
  const comments = await repository.listComments(
    db,
    scope,
    all.flatMap(({ kept }) => (kept ? [kept.id] : [])),
  )
  return all.map((member) => {
    const { writer, kept, now: counted, isDue, isMissing } = member
    const own = ahead(writer.memberId)
    const isKept = kept?.state === dailyState.handedIn
    const ids = new Set(idsOf(member))
    return {
      reportId: kept?.id ?? 0,
      memberId: writer.memberId,
      userName: writer.name,
      state: kept?.state ?? dailyState.none,
      isLate: kept?.isLate ?? false,
      isDue,
      isMissing,
      handedAt: kept?.handedAt ?? 0,
      summary: kept?.summary ?? '',
      plan: kept?.plan ?? '',
      numbers: {
        ...numbersOf(member),
        overdue: isKept
          ? kept.numbers.overdue
          : isToday(day, seconds) || writer.memberId === scope.memberId
            ? own.overdue
            : null,
        tomorrow: isKept ? kept.numbers.tomorrow : own.tomorrow,
      },
      now: counted,
      defeats: named.filter(({ id }) => ids.has(id)),
      comments: comments
        .filter(({ reportId }) => reportId === kept?.id)
        .map(({ reportId: _report, ...one }) => one),
      mayAnswer:
        kept !== undefined && !writer.isLeft && mayCall(comment.may, session) && mayAnswer(session, writer),
    }
  })
}

export async function getOwn(
  context: Context,
  { day }: { readonly day: number },
): Promise<z.infer<typeof Own>> {
  const { db, session, now } = context
  const { scope } = session
  const seconds = secondsOf(now)
  refuseFuture(day, seconds)
  const last = { start: addDays(seconds, 1 - daysBack), end: dayEnd(seconds) }
  const days = await readDays(db, scope, last, seconds)
  const own = days.members.filter(({ memberId }) => memberId === scope.memberId)
  const ofDay = day < last.start ? await readDays(db, scope, spanOf(day), seconds) : days
  const [report] = await describe(context, day, ofDay, own)
  if (!report) throw new Refusal('STALE')
  return {
    dueAt: days.dueAt,
    report,
    days: Array.from({ length: daysBack }, (_, back) => {
      const at = addDays(seconds, -back)
      const { kept, isDue, isMissing } = days.of(scope.memberId, at)
      return {
        day: at,
        state: kept?.state ?? dailyState.none,
        isLate: kept?.isLate ?? false,
        isDue,
        isMissing,
      }
    }),
  }
}

/** Hands in the caller's report with the numbers of now, or a returned one again. */
export async function handIn(
  context: Context,
  { day, summary, plan }: z.output<typeof HandIn>,
): Promise<void> {
  const { db, session, now } = context
  const { scope } = session
  const seconds = secondsOf(now)
  const before = await repository.lockReturned(db, scope, dayText(day))
  if (!before && !isOpenDay(day, seconds))
    throw refuseField('INVALID', 'day', `只能提交最近${daysBack}天的日报`)
  const days = await readDays(db, scope, spanOf(day), seconds)
  const ahead = await readAhead(db, scope, day, seconds)
  const defeated = await listIds(db, scope, 'defeats', spanOf(day))
  const saved = await repository.saveReport(db, scope, {
    day: dayText(day),
    summary: unlessShown(summary, before?.summary ?? ''),
    plan: unlessShown(plan, before?.plan ?? ''),
    numbers: { ...days.of(scope.memberId, day).now, ...ahead(scope.memberId) },
    defeatIds: defeated.filter(({ memberId }) => memberId === scope.memberId).map(({ id }) => id),
    isLate: seconds >= days.deadlineOf(day),
    at: now,
  })
  if (!saved) throw new Refusal('STALE', { text: '该日的日报已经提交' })
  const returner = before && (await repository.findReturner(db, scope, before.id))
  if (returner !== undefined)
    await notify({ db, scope, now }, [
      {
        memberId: returner,
        kind: noticeKind.dailyAgain,
        text: `${session.memberName}重新提交了${dayText(day)}的日报`,
      },
    ])
}

/** The reports of a day of all members below the caller, or of the whole store. */
export async function listTeam(context: Context, { day }: { readonly day: number }) {
  const { db, session, now } = context
  const seconds = secondsOf(now)
  refuseFuture(day, seconds)
  const days = await readDays(db, session.scope, spanOf(day), seconds)
  const writers = days.members.filter(({ memberId }) => {
    const { kept, isDue } = days.of(memberId, day)
    return memberId !== session.memberId && (isDue || kept !== undefined)
  })
  return { dueAt: days.dueAt, data: await describe(context, day, days, writers) }
}

/** Comments on a report, and returns it if `isReturn`. */
export async function answer(
  { db, session, now }: Context,
  { reportId, content }: { readonly reportId: number; readonly content: string },
  isReturn: boolean,
): Promise<void> {
  const { scope } = session
  const report = await repository.lockReport(db, scope, reportId)
  if (!report) throw new Refusal('NOT_FOUND')
  if (!mayAnswer(session, report)) throw new Refusal('FORBIDDEN')
  if (isReturn) {
    if (report.state !== dailyState.handedIn) throw new Refusal('STALE')
    await repository.markReturned(db, scope, reportId)
  }
  await repository.insertComment(db, scope, { reportId, content, isReturn, at: now })
  await notify({ db, scope, now }, [
    {
      memberId: report.memberId,
      kind: noticeKind.dailyAnswered,
      text: `${session.memberName}${isReturn ? '退回' : '批注'}了您${report.day}的日报`,
    },
  ])
}
