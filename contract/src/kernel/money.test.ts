import { expect, test } from 'vitest'
import { moneyText } from './money.ts'

test('groups an amount by thousands and shows fen only where there are some', () => {
  expect(moneyText(10_000)).toBe('10,000元')
  expect(moneyText(98_800.5)).toBe('98,800.50元')
  expect(moneyText(0)).toBe('0元')
})
