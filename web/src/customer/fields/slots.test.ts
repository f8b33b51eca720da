import type { Appointment, DayAnswer, TestCar } from '@showroom/contract/appointment/appointment.schema'
import { clockText, dayStart } from '@showroom/contract/kernel/day'
import { describe, expect, it } from 'vitest'
import { isBookedOut, openStarts, slotRows } from './slots'

const today = dayStart(1_795_000_000)
const store = { opensAt: 540, closesAt: 720, cars: [], data: [] } satisfies DayAnswer
const openAt = (minute: number, date = today): string[] =>
  openStarts(store, date, 60, today + minute * 60).map(clockText)

describe('the hours on offer', () => {
  it('begin with the next quarter today, and with the opening on other days', () => {
    expect(openAt(629)).toEqual(['10:30', '10:45', '11:00'])
    expect(openAt(900)).toEqual([])
    expect(openAt(629, today + 86_400)[0]).toBe('09:00')
  })
})

describe('the rows of slots', () => {
  const car = { seriesId: 1201, seriesName: '松涧', note: '', opensAt: 600, closesAt: 720, isOff: false }
  const cars: TestCar[] = [
    { ...car, carId: 1, plate: '浙A1D345' },
    { ...car, carId: 2, plate: '浙A7K201', seriesId: 1209 },
    { ...car, carId: 3, plate: '浙A00001', isOff: true },
  ]
  // Out since before its plan: the server answers with the drive from the keys on.
  const out = {
    carId: 1,
    ownerName: '许安',
    startsAt: today + 660 * 60,
    minutes: 30,
    isOut: true,
  } as Appointment
  const rowsOf = (type: number, seriesIds: number[]) =>
    slotRows(cars, [out], { type, seriesIds, minutes: 30, starts: openStarts(store, today, 30, today) }).map(
      ({ carId, slots }) => [
        carId,
        slots.filter(({ problem }) => problem === '').map(({ startsAt }) => clockText(startsAt)),
      ],
    )
  const all = [
    '09:00',
    '09:15',
    '09:30',
    '09:45',
    '10:00',
    '10:15',
    '10:30',
    '10:45',
    '11:00',
    '11:15',
    '11:30',
  ]

  it('are booked out once no car of the series has a free start', () => {
    const isFull = (seriesIds: number[], minutes: number) => {
      const starts = openStarts(store, today, minutes, today)
      return isBookedOut(slotRows(cars, [out], { type: 3, seriesIds, minutes, starts }))
    }
    expect(isFull([1201], 30)).toBe(false)
    expect(isFull([1201], 90)).toBe(true)
    expect(isFull([1201, 1209], 90)).toBe(false)
    expect(isFull([], 90)).toBe(false)
  })

  it('are the cars of the series with their free hours, and last the choice without a car', () => {
    expect(rowsOf(3, [1201])).toEqual([
      [1, ['10:00', '10:15', '10:30', '11:30']],
      [0, all],
    ])
    expect(rowsOf(3, [1201, 1209]).map(([carId]) => carId)).toEqual([1, 2, 0])
  })

  it('have no car for a visit', () => {
    expect(rowsOf(2, [1201])).toEqual([[0, all]])
  })
})
