import fc from 'fast-check'
import { expect, it } from 'vitest'
import { judgeDay, signType } from './attendance.rules.ts'

const at = (time: string): number => Date.parse(`2026-11-18T${time}+08:00`) / 1000
const sign = (type: 1 | 2, time: string, isOutside = false) => ({ type, at: at(time), isOutside })
const day = { day: '2026-11-18', inTime: '08:30', offTime: '18:00', isDue: true }

it.each([
  [[sign(1, '08:30:59'), sign(2, '18:00:00')], {}],
  [[sign(1, '08:31:00'), sign(2, '18:00:00')], { isLate: true }],
  [[sign(1, '08:00:00'), sign(2, '17:59:59')], { isEarly: true }],
  [[sign(1, '08:00:00'), sign(2, '12:00:00'), sign(2, '18:10:00')], {}],
  [[sign(1, '08:00:00')], { lacksOut: true }],
  [[sign(1, '08:00:00'), sign(1, '14:00:00', true), sign(2, '18:00:00')], { isOutside: true }],
  [[], { isAbsent: true }],
])('%j', (signs, marks) => {
  const none = { isLate: false, isEarly: false, isAbsent: false, isOutside: false, lacksOut: false }
  expect(judgeDay({ ...day, signs }, at('23:00:00'))).toMatchObject({ ...none, ...marks })
})

it('no one is absent or lacks a sign-out before the hours are over', () => {
  expect(judgeDay({ ...day, signs: [] }, at('17:59:59'))).toMatchObject({ isAbsent: false })
  expect(judgeDay({ ...day, signs: [sign(1, '08:00:00')] }, at('17:59:59'))).toMatchObject({
    lacksOut: false,
  })
})

it('a member not due is neither late nor early nor absent', () => {
  const signs = fc.array(
    fc.record({
      type: fc.constantFrom(signType.in, signType.out),
      at: fc.integer({ min: at('00:00:00'), max: at('23:59:59') }),
      isOutside: fc.boolean(),
    }),
  )
  fc.assert(
    fc.property(signs, (made) => {
      const result = judgeDay({ ...day, isDue: false, signs: made }, at('23:59:59'))
      expect([result.isLate, result.isEarly, result.isAbsent]).toEqual([false, false, false])
    }),
  )
})
