import { whenText } from '@showroom/contract/appointment/text.rules'
import { hoursText } from '@showroom/contract/customer/appointment.rules'
import type { Span } from '@showroom/contract/customer/appointment.rules'
import { activityType, arrivalKind, arrivalTypes } from '@showroom/contract/customer/customer.rules'
import { addDays, dayStart, dayText, weekDay } from '@showroom/contract/kernel/day'
import {
  Book,
  Chapter,
  closesAt,
  customerItself,
  dayOf,
  hour,
  isApart,
  minute,
  opensAt,
  quarter,
  secondsOf,
  spanOf,
  usualLength,
} from './appointment-book.ts'
import { narrateCancelled, narrateNoShows, narratePast } from './appointment-past.ts'
import { makeCars } from './cars.ts'
import type { ActivityRow, CarRow } from './rows.ts'
import type { Store, World } from './store.ts'
import { dayWords, instant } from './workday.ts'

/**
 * Appointments by the hour. Runs after the stories: past visits get the hour at which they had been agreed, some calls follow a no-show or
 * a cancellation by the customer, and calls of later days become visits and test drives of the coming week.
 */

/** Days from today on that are filled with appointments. */
const comingDays = 7
/** Appointments of a store today and at weekends. */
const busyDay = 10
/** Minutes since the hour of a test drive that is under way, and of one that should be over; both within opening hours only. */
const outAgo = 20
const overdueAgo = 110

export function narrateAppointments(world: World, stores: readonly Store[]): void {
  world.ledger.cars.push(...makeCars(world.ledger, instant(world.now)))
  const book = new Book(world)
  for (const store of stores) {
    const chapter = new Chapter(world, store, book)
    narratePast(chapter)
    narrateNoShows(chapter)
    narrateCancelled(chapter)
    narrateDriving(chapter)
    narrateComing(chapter)
    narrateMoved(chapter)
    narrateToday(chapter)
    narrateConfirmed(chapter)
    chapter.narrateDrives()
  }
}

/** Calls of later days that may become appointments of a day, the nearest first. */
function candidates(chapter: Chapter, day: number, ownerId: number | undefined): ActivityRow[] {
  return chapter.open
    .filter(
      (one) =>
        one.type === activityType.call &&
        one.owner_id === ownerId &&
        dayOf(one.due_at) > day &&
        secondsOf(one.created_at) < chapter.today - 86_400 &&
        chapter.isFollowed(one) &&
        // Keeps a task whose note promises that very day.
        !chapter.book
          .lastRow(one.deal_id, chapter.world.now)
          ?.content.includes(dayWords(secondsOf(one.due_at))),
    )
    .toSorted((one, other) => secondsOf(one.due_at) - secondsOf(other.due_at) || one.id - other.id)
}

/** Makes a planned call a test drive in a car, or a visit. */
function invite(chapter: Chapter, call: ActivityRow, span: Span, car?: CarRow): void {
  const was = { ...call }
  call.type = car ? activityType.testDrive : activityType.visit
  call.test_series_id = car?.series_id ?? null
  chapter.appoint(call, span, car, was)
}

/** Within opening hours one test drive is under way, and one should be over. */
export function narrateDriving(chapter: Chapter): void {
  const { now } = chapter.world
  for (const [at, ago] of [outAgo, overdueAgo].entries()) {
    const startsAt = now - ago * minute - ((now - ago * minute) % quarter)
    const car = chapter.cars[at]
    const isBusiness = startsAt >= chapter.today + opensAt && now < chapter.today + closesAt
    // Accounts of the sign-in page, which are the first consultants, begin their day without customers.
    const owner = chapter.store.consultants.at(-1 - at)
    const call = car && candidates(chapter, chapter.today, owner?.id).find(chapter.untouched)
    if (!isBusiness || !call) continue
    invite(chapter, call, { startsAt, minutes: 60 }, car)
    chapter.out.add(call)
  }
}

/** Fills the coming days with appointments of each consultant, spread over the opening hours. */
export function narrateComing(chapter: Chapter): void {
  const { consultants } = chapter.store
  for (let ahead = 0; ahead < comingDays; ahead++) {
    const day = addDays(chapter.today, ahead)
    const perHead = ahead === 0 || weekDay(day) >= 5 ? Math.round(busyDay / consultants.length) : 1
    const step = (8 * hour) / (consultants.length * perHead)
    for (const [place, { id }] of consultants.entries()) {
      const planned = chapter.open.filter(
        (one) =>
          one.owner_id === id &&
          arrivalTypes.includes(one.type) &&
          one.minutes === null &&
          dayOf(one.due_at) === day,
      )
      const calls = candidates(chapter, day, id)
      for (let turn = 0; turn < perHead; turn++) {
        const first = opensAt + hour / 2 + (turn * consultants.length + place) * step
        fit(chapter, planned.shift() ?? calls.find(chapter.untouched), day + first - (first % quarter))
      }
    }
  }
}

/** Agrees on the first free hour from an instant on. Of those planned for the day, one in five comes at any time. */
function fit(chapter: Chapter, one: ActivityRow | undefined, from: number): void {
  if (!one || (arrivalTypes.includes(one.type) && one.id % 5 === 0)) return
  const deal = chapter.book.deals.get(one.deal_id)
  const drives = one.type === activityType.call && one.id % 3 === 0 && !deal?.test_driven_at
  const car = drives
    ? chapter.cars.find(({ series_id: id }) => deal?.series_ids.includes(id))
    : chapter.carOf(one)
  const minutes = car ? 60 : usualLength(one.type)
  const taken = [`owner ${one.owner_id}`, `car ${car?.id}`].flatMap((whose) => chapter.taken.get(whose) ?? [])
  for (let startsAt = from; startsAt + minutes * minute <= dayStart(from) + closesAt; startsAt += quarter)
    if (taken.every((other) => isApart({ startsAt, minutes }, other)))
      return one.type === activityType.call
        ? invite(chapter, one, { startsAt, minutes }, car)
        : chapter.appoint(one, { startsAt, minutes }, car)
}

/** Two customers moved their appointment to a later hour yesterday evening. */
export function narrateMoved(chapter: Chapter): void {
  const at = chapter.today - 4 * hour + 25 * minute
  const later = chapter
    .appointments(addDays(chapter.today, 1), addDays(chapter.today, 4))
    .filter(
      (one) =>
        one.test_car_id === null &&
        secondsOf(one.due_at) - dayOf(one.due_at) >= 12 * hour &&
        secondsOf(one.created_at) < at - hour,
    )
  for (const one of later.slice(0, 2)) {
    const was = spanOf(one)
    const before = { startsAt: was.startsAt - 2 * hour, minutes: was.minutes }
    const row = chapter.book.planOf(one)
    if (row) row.content = row.content.replace(hoursText(was), hoursText(before))
    chapter.ledger.activities.push({ ...one, due_at: instant(before.startsAt), cancelled_at: instant(at) })
    one.id = chapter.world.nextId('activity')
    one.created_at = instant(at)
    chapter.event(one, 'moved', at)
    chapter.event(one, 'confirmed', at)
    const what = one.type === activityType.testDrive ? '试驾' : '到店'
    const content = `把${whenText(before.startsAt)}的${what}预约改为${dayText(was.startsAt)} ${hoursText(was)}`
    chapter.book.write(one, at, '客户改约', content, customerItself)
  }
}

/** Most customers whose hour has passed came; those who drive do so now, or have. */
export function narrateToday(chapter: Chapter): void {
  const { random, now } = chapter.world
  const due = chapter
    .appointments(chapter.today, now - 10 * minute)
    .toSorted((one, other) => secondsOf(one.due_at) - secondsOf(other.due_at) || one.id - other.id)
  const late = due.findLast((one) => !chapter.out.has(one))
  for (const one of due) {
    if (one === late || (one.test_car_id === null && random.chance(0.1))) continue
    const { startsAt } = spanOf(one)
    const cameAt = Math.min(startsAt + random.int(-8, 6) * minute, now - 2 * minute)
    const isOut = chapter.out.has(one)
    one.kept = true
    one.kept_owner_id = one.owner_id
    const deal = chapter.book.deals.get(one.deal_id)
    if (deal && !deal.arrived_at) {
      deal.arrived_at = instant(cameAt)
      deal.arrival_kind = arrivalKind.invited
    }
    chapter.ledger.arrivals.push({
      dealer_id: one.dealer_id,
      customer_id: one.customer_id,
      receiver_id: one.owner_id,
      came_at: cameAt,
      stays: isOut,
    })
    chapter.book.write(one, cameAt, '确认到店', '客户到店', chapter.store.front, { type: activityType.visit })
    const car = chapter.cars.find(({ id }) => id === one.test_car_id)
    if (!car) continue
    const outAt = Math.max(startsAt, cameAt) + 3 * minute
    const backAt = outAt + random.int(25, 50) * minute
    if (isOut || backAt < now)
      chapter.courses.push({ activity: one, car, outAt, backAt: isOut ? null : backAt })
  }
}

/** Half of the customers of today and tomorrow have confirmed by the link of a text. */
export function narrateConfirmed(chapter: Chapter): void {
  for (const one of chapter.appointments(chapter.today, addDays(chapter.today, 2))) {
    const at = chapter.today - 6 * hour + ((one.id * 7) % 100) * minute
    if (one.id % 2 === 0 || secondsOf(one.created_at) >= at) continue
    chapter.event(one, 'confirmed', at)
    const what = one.type === activityType.testDrive ? '试驾' : '到店'
    const content = `确认了${whenText(secondsOf(one.due_at))}的${what}预约`
    chapter.book.write(one, at, '客户确认预约', content, customerItself)
  }
}
