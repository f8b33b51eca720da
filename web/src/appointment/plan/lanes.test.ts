import type { Appointment } from '@showroom/contract/appointment/appointment.schema'
import { overlaps } from '@showroom/contract/customer/appointment.rules'
import { dayStart } from '@showroom/contract/kernel/day'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dragged, freeSpanAt, laneHours, placeOf, rowsOf } from './lanes'

const day = dayStart(1_795_000_000)
const appointment = (quarter: number, minutes: number): Appointment => ({
  activityId: quarter,
  customerId: 1,
  dealId: 1,
  name: '林女士',
  ownerId: 1,
  ownerName: '许安',
  type: 3,
  seriesId: 1201,
  seriesName: '云帆 S5',
  startsAt: day + quarter * 900,
  minutes,
  carId: 1,
  isConfirmed: false,
  isOut: false,
  isEndangered: false,
  hasCome: false,
  isSeen: true,
  isOver: false,
  isMovable: true,
  level: 'H',
})
const any = fc
  .tuple(fc.integer({ min: 32, max: 68 }), fc.constantFrom(30, 60, 90))
  .map(([quarter, minutes]) => appointment(quarter, minutes))

test('lanes hold the store’s hours and every appointment', () => {
  const early = appointment(30, 30)
  expect(laneHours({ opensAt: 510, closesAt: 1080, data: [early] })).toEqual({
    opensAt: 420,
    closesAt: 1080,
  })
  expect(placeOf(750, { opensAt: 420, closesAt: 1080 })).toBe(50)
})

test('appointments at the same time lie in different rows', () => {
  fc.assert(
    fc.property(fc.array(any, { maxLength: 12 }), (all) => {
      const rows = rowsOf(all.toSorted((a, b) => a.startsAt - b.startsAt))
      const clashes = rows.flatMap((one, at) =>
        rows.slice(at + 1).filter((other) => one.row === other.row && overlaps(one.one, other.one)),
      )
      expect(clashes).toEqual([])
    }),
  )
})

test('a drag ends at a quarter of an hour within the lane', () => {
  const hours = { opensAt: 480, closesAt: 1080 }
  const one = appointment(40, 60)
  expect(dragged(one, 100, 1000, hours)).toBe(day + 44 * 900)
  expect(dragged(one, 3, 1000, hours)).toBe(one.startsAt)
  expect(dragged(one, -9000, 1000, hours)).toBe(day + 480 * 60)
  expect(dragged(one, 9000, 1000, hours)).toBe(day + (1080 - 60) * 60)
})

test('a press on a free place takes its half hour, or what is left of it', () => {
  const taken = [appointment(43, 60)]
  const at = (minute: number, now = day) => {
    const free = freeSpanAt(minute, { day, closesAt: 1080, taken, now, usual: 60 })
    return free && [(free.startsAt - day) / 60, free.minutes]
  }
  expect(at(560)).toEqual([540, undefined])
  // The appointment from 10:45 to 11:45 leaves 45 minutes before it, and moves the half hour behind it.
  expect(at(602)).toEqual([600, 45])
  expect(at(707)).toEqual([705, undefined])
  expect(at(1055)).toEqual([1050, 30])
  expect(at(602, day + 601 * 60)).toEqual([615, 30])
  expect(at(602, day + 603 * 60)).toBeUndefined()
})
