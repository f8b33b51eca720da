import { expect, it } from 'vitest'
import { fillIn, quietEnd, smsParts, unknownPlaceholders } from './sms.rules.ts'

it.each([
  [0, 0],
  [1, 1],
  [70, 1],
  [71, 2],
  [134, 2],
  [135, 3],
  [201, 3],
  [202, 4],
])('splits %i characters into %i messages', (length, parts) => {
  expect(smsParts('字'.repeat(length))).toEqual({ length, parts })
})

it('counts an emoji as two UTF-16 units', () => {
  expect(smsParts('🚗'.repeat(36))).toEqual({ length: 72, parts: 2 })
})

it('fills in every placeholder, and none inside a filled-in value', () => {
  const values = { '{客户姓名}': '{客户经理}', '{客户经理}': '林晓雯', '{客户经理电话}': '138' }
  expect(fillIn('{客户经理}，{客户经理}', values)).toBe('林晓雯，林晓雯')
})

it('lists unknown placeholders', () => {
  expect(unknownPlaceholders('{客户姓名}{姓名}{姓名}{}{客户经理电话}')).toEqual(['{姓名}', '{}'])
})

it('ends quiet hours, from nine in the evening, at eight in the morning', () => {
  const at = (time: string): number => Date.parse(`2026-11-${time}:00+08:00`) / 1000
  for (const free of ['18T08:00', '18T12:30', '18T20:59']) expect(quietEnd(at(free))).toBeUndefined()
  for (const quiet of ['17T21:00', '17T23:59', '18T00:00', '18T07:59'])
    expect(quietEnd(at(quiet))).toBe(at('18T08:00'))
})
