import { expect, test } from 'vitest'
import { countdownOf, deadlineOf } from './lead.countdown'
import { clockOf, spanText } from '../lead.labels'

const hours = { inTime: '08:30', offTime: '18:00', clearWithin: 1800, followWithin: 7200 }
/** Epoch seconds of a time on 2026-11-18 in Shanghai. */
const at = (hour: number, minute = 0, second = 0): number =>
  Date.UTC(2026, 10, 18) / 1000 - 8 * 3600 + hour * 3600 + minute * 60 + second
const since = at(9)
const cleaning = { what: '清洗', since, within: hours.clearWithin } as const

test('counts down the cleaning, then the first call, and nothing else', () => {
  const lead = { status: 1, assignedDate: 0, clearSeconds: -1, followSeconds: -1 }
  expect(deadlineOf(lead, since, hours)).toEqual(cleaning)
  expect(deadlineOf({ ...lead, status: 2, assignedDate: at(10), clearSeconds: 90 }, since, hours)).toEqual({
    what: '首次跟进',
    since: at(10),
    within: hours.followWithin,
  })
  expect(
    deadlineOf({ ...lead, status: 2, assignedDate: at(10), followSeconds: 60 }, since, hours),
  ).toBeUndefined()
  for (const status of [3, 4, 5, 12]) expect(deadlineOf({ ...lead, status }, since, hours)).toBeUndefined()
})

test('turns amber in the last third and red when time is up', () => {
  expect(countdownOf(cleaning, hours, at(9, 0, 55))).toEqual({
    tone: 'calm',
    paused: false,
    text: '剩余 29:05',
  })
  expect(countdownOf(cleaning, hours, at(9, 20))).toMatchObject({ tone: 'due', text: '剩余 10:00' })
  expect(countdownOf(cleaning, hours, at(9, 30))).toMatchObject({ tone: 'due', text: '剩余 00:00' })
  expect(countdownOf(cleaning, hours, at(9, 30, 8))).toMatchObject({ tone: 'late', text: '超时 8秒' })
  expect(countdownOf(cleaning, hours, at(10, 51, 30))).toMatchObject({ tone: 'late', text: '超时 1小时21分' })
  expect(countdownOf(cleaning, hours, at(24 + 12, 5))).toMatchObject({ tone: 'late', text: '超时 12小时' })
})

test("pauses outside of the store's hours", () => {
  const evening = { ...cleaning, since: at(17, 50) }
  const night = countdownOf(evening, hours, at(22))
  expect(night).toEqual({ tone: 'calm', paused: true, text: '剩余 20:00' })
  expect(countdownOf(evening, hours, at(24 + 8))).toEqual(night)
  expect(countdownOf(evening, hours, at(24 + 8, 31))).toMatchObject({ paused: false, text: '剩余 19:00' })
})

test('formats spans and clocks', () => {
  expect([-1, 0, 59, 60, 750, 3600, 4980].map(spanText)).toEqual([
    '',
    '0秒',
    '59秒',
    '1分',
    '12分30秒',
    '1小时',
    '1小时23分',
  ])
  expect([0, 65, 3600, 7145].map(clockOf)).toEqual(['00:00', '01:05', '1:00:00', '1:59:05'])
})
