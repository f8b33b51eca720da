import { whenText } from '@showroom/contract/appointment/text.rules'
import { activityType, arrivalTypes } from '@showroom/contract/customer/customer.rules'
import { addDays, clockText, dayStart, dayText } from '@showroom/contract/kernel/day'
import {
  closesAt,
  customerItself,
  dayOf,
  hour,
  isOpen,
  minute,
  opensAt,
  quarter,
  secondsOf,
  usualLength,
} from './appointment-book.ts'
import type { Chapter } from './appointment-book.ts'
import type { ActivityRow, CarRow } from './rows.ts'
import { system } from './story.ts'
import { instant } from './workday.ts'

/** Past appointments: kept, missed, and cancelled by the customer. */

/** Days of the past that have appointments. */
const pastDays = 60
/** One no-show for so many that came. */
const keptPerNoShow = 7

/** Gives most visits and test drives of the last weeks their hour, and the test drives their car. */
export function narratePast(chapter: Chapter): void {
  const since = addDays(chapter.today, -pastDays)
  for (const one of chapter.activities) {
    const done = secondsOf(one.completed_at)
    const came = arrivalTypes.includes(one.type) && arrivalTypes.includes(one.completed_type ?? 0)
    if (done < since || !came || dayOf(one.due_at) !== dayStart(done)) continue
    const car = chapter.carOf(one)
    if (car && one.completed_type === activityType.testDrive) drove(chapter, one, car, done)
    const startsAt = Math.max(done - ((done - hour / 2) % quarter) - hour / 2, dayStart(done) + opensAt)
    // One in four had agreed on the day only, and some drove at once.
    if (one.id % 4 === 0 || startsAt < secondsOf(one.created_at) || startsAt > done) continue
    chapter.appoint(one, { startsAt, minutes: usualLength(one.type) }, car)
    one.kept = true
    one.kept_owner_id = one.completed_by
  }
}

/** A past test drive between the last row of its file and the follow-up about it. */
function drove(chapter: Chapter, one: ActivityRow, car: CarRow, done: number): void {
  const { random } = chapter.world
  const backAt = done - random.int(4, 10) * minute
  const earliest = Math.max(
    secondsOf(chapter.book.lastRow(one.deal_id, done - 1)?.created_at ?? null) + 2 * minute,
    dayStart(done) + opensAt,
  )
  const outAt = Math.max(backAt - random.int(20, 45) * minute, earliest)
  if (backAt - outAt > 10 * minute) chapter.courses.push({ activity: one, car, outAt, backAt })
}

/** Some calls were planned because the customer had not come on the day before: of the last weeks, and some that are due. */
export function narrateNoShows(chapter: Chapter): void {
  const came = new Set(
    chapter.activities.flatMap((one) =>
      one.completed_at && arrivalTypes.includes(one.completed_type ?? 0)
        ? [`${one.customer_id} ${dayOf(one.completed_at)}`]
        : [],
    ),
  )
  const keptTotal = chapter.activities.filter((one) => one.kept).length
  const since = addDays(chapter.today, 1 - pastDays)
  const couldMiss = chapter.activities.filter((call) => {
    const due = dayOf(call.due_at)
    const missed = addDays(due, -1)
    return (
      call.type === activityType.call &&
      (call.completed_type === activityType.call || (isOpen(call) && chapter.isFollowed(call))) &&
      due >= since &&
      due <= chapter.today &&
      secondsOf(call.created_at) < missed &&
      (call.completed_at === null || dayOf(call.completed_at) >= due) &&
      !came.has(`${call.customer_id} ${missed}`)
    )
  })
  const few = couldMiss.toSorted((one, other) => (one.id % 101) - (other.id % 101) || one.id - other.id)
  const lately = few.filter((call) => isOpen(call) && dayOf(call.due_at) >= addDays(chapter.today, -2))
  const before = few.filter((call) => call.completed_at !== null)
  const chosen = [
    ...lately.slice(0, 2),
    ...before.slice(0, Math.max(0, Math.ceil(keptTotal / keptPerNoShow) - 2)),
  ]
  for (const call of chosen.filter(chapter.untouched)) {
    const missed = addDays(dayOf(call.due_at), -1)
    const startsAt = missed + 10 * hour + (call.id % 24) * quarter
    const visit = chapter.visitBefore(call, startsAt, missed + closesAt)
    visit.kept = false
    visit.kept_owner_id = visit.owner_id
    const content = `预约${dayText(startsAt)} ${clockText(startsAt)}，客户未到店，请联系客户`
    chapter.book.write(visit, missed + closesAt, '爽约', content, system)
  }
}

/** Some calls of today were planned when the customer cancelled this morning. */
export function narrateCancelled(chapter: Chapter): void {
  const endedAt = chapter.today + 7 * hour + 40 * minute
  if (chapter.world.now < endedAt) return
  const calls = chapter.open.filter(
    (call) =>
      call.type === activityType.call &&
      dayOf(call.due_at) === chapter.today &&
      secondsOf(call.created_at) < addDays(chapter.today, -1) &&
      chapter.isFollowed(call),
  )
  for (const call of calls.slice(0, 2).filter(chapter.untouched)) {
    const startsAt = chapter.today + 11 * hour + (call.id % 16) * quarter
    const visit = chapter.visitBefore(call, startsAt, endedAt)
    const content = `取消了${whenText(startsAt)}的到店预约，请电话联系`
    call.due_at = instant(endedAt)
    const deal = chapter.book.deals.get(call.deal_id)
    if (deal) deal.next_follow_at = call.due_at
    chapter.book.write(visit, endedAt, '客户取消预约', content, customerItself)
  }
}
