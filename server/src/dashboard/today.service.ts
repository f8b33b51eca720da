import { rooms } from '@showroom/contract'
import { role } from '@showroom/contract/access/access.rules'
import { mostToday, todayActionOf } from '@showroom/contract/dashboard/today.rules'
import type { TodayPart } from '@showroom/contract/dashboard/today.rules'
import type { TodayAnswer, TodayRow } from '@showroom/contract/dashboard/today.schema'
import { dayEnd, dayStart } from '@showroom/contract/kernel/day'
import { mayCall } from '@showroom/contract/kernel/call'
import { type LeadTimes, workingSeconds, worksLeads } from '@showroom/contract/lead/lead.rules'
import { findLeadTimes, listToClear } from '../lead/index.ts'
import type { LeadToClear } from '../lead/index.ts'
import { secondsOf } from '../platform/clock.ts'
import type { Context } from '../platform/http/handler.ts'
import type { Session } from '../platform/session/session.ts'
import { countOwnDay, listOwnWork } from './today.repository.ts'
import type { FoundRow } from './today.repository.ts'

/** 今天: the member's work in the order of the day. */

export async function readToday({ db, session, now }: Context): Promise<TodayAnswer> {
  const { scope } = session
  const seconds = secondsOf(now)
  const clears = worksLeads(session) && mayCall(rooms.lead.clear.may, session)
  const hours = await findLeadTimes(db, scope)
  const work = await listOwnWork(db, scope, { now, later: false })
  const { leads, total } = clears ? await listToClear(db, scope, mostToday.leads) : { leads: [], total: 0 }
  const { overdue, today, ...numbers } = await countOwnDay(db, scope, now)
  const isEmpty = work.length === 0 && leads.length === 0
  const rows = isEmpty ? await listOwnWork(db, scope, { now, later: true }) : work
  const clock = { now: seconds, hours, leadsFirst: session.role === role.dcc }
  const own = rows.map((row) => rowOf(row, clock, session))
  const listed = (is: (row: FoundRow) => boolean): number =>
    rows.filter((row) => row.dueAt > 0 && is(row)).length
  return {
    rows: inOrder([...leads.map((lead) => rowOfLead(lead, clock)), ...own], clock),
    left: {
      leads: total - leads.length,
      overdue: overdue - listed(({ dueAt }) => dueAt < dayStart(seconds)),
      today: today - listed(({ dueAt }) => dueAt >= dayStart(seconds) && dueAt < dayEnd(seconds)),
    },
    ...numbers,
    hours,
  }
}

interface Clock {
  readonly now: number
  readonly hours: LeadTimes
  /** A DCC cleans leads before its other work. */
  readonly leadsFirst: boolean
}

/** Whether a clock of so many working seconds still ran when the day began, so that it ends today or later. */
const endsNow = (from: number, within: number, { now, hours }: Clock): boolean =>
  workingSeconds(from, dayStart(now), hours) < within

/** Customers in the showroom, with an hour of today or with a clock that ends today are rows of now. */
function partOf({ cameAt, assignedAt, dueAt, minutes }: FoundRow, clock: Clock): TodayPart {
  const { now, hours } = clock
  const isToday = dueAt >= dayStart(now) && dueAt < dayEnd(now)
  const isDue = dueAt > 0 && dueAt < dayEnd(now)
  const ticks = isDue && assignedAt > 0 && endsNow(assignedAt, hours.followWithin, clock)
  if (cameAt > 0 || ticks || (isToday && minutes > 0)) return 'now'
  if (isToday) return 'today'
  return dueAt < dayStart(now) ? 'overdue' : 'later'
}

function rowOf(found: FoundRow, clock: Clock, { flags }: Session): TodayRow {
  const { stopped, isErased, hasDriven, ...row } = found
  const part = partOf(found, clock)
  const action = todayActionOf(
    {
      part,
      activityType: row.activityType,
      hasMobile: row.mobile !== '',
      isHere: row.cameAt > 0,
      waits: row.waitsSince > 0,
      isDriving: row.drive !== null,
      hasDriven,
      state: {
        level: row.level,
        isSuspend: stopped === 'dormant',
        waitingFailReview: stopped === 'inReview',
        openOrders: 0,
        undelivered: 0,
        isErased,
      },
    },
    flags,
  )
  return { ...row, part, action, clueId: 0, sourceName: '' }
}

const rowOfLead = ({ createdAt, remark, ...lead }: LeadToClear, clock: Clock): TodayRow => ({
  ...lead,
  part: clock.leadsFirst || endsNow(createdAt, clock.hours.clearWithin, clock) ? 'now' : 'overdue',
  action: 'call',
  activityId: 0,
  customerId: 0,
  level: '',
  activityType: 0,
  dueAt: createdAt,
  minutes: 0,
  plate: '',
  isConfirmed: false,
  isEndangered: false,
  cameAt: 0,
  waitsSince: 0,
  drive: null,
  assignedAt: 0,
  lastFollowAt: 0,
  content: remark,
})

/**
 * Puts the rows of now first: the longest waiting customers, then appointments and countdowns by their time. The others keep their order: late
 * leads, then tasks by `urgentLevels`.
 */
function inOrder(rows: readonly TodayRow[], { now, hours, leadsFirst }: Clock): TodayRow[] {
  const group = (row: TodayRow): number =>
    row.waitsSince > 0 ? 0 : row.cameAt > 0 ? 1 : leadsFirst && row.clueId > 0 ? 2 : 3
  /** When the clock of a lead or its customer ends, as if the store stayed open. */
  const timeOf = ({ clueId, dueAt, minutes, waitsSince, cameAt, assignedAt }: TodayRow): number => {
    if (cameAt > 0) return waitsSince || cameAt
    if (clueId > 0) return now + hours.clearWithin - workingSeconds(dueAt, now, hours)
    return assignedAt > 0 && minutes === 0
      ? now + hours.followWithin - workingSeconds(assignedAt, now, hours)
      : dueAt
  }
  const ofNow = rows.filter(({ part }) => part === 'now')
  return [
    ...ofNow.toSorted((a, b) => group(a) - group(b) || timeOf(a) - timeOf(b)),
    ...rows.filter(({ part }) => part !== 'now'),
  ]
}
