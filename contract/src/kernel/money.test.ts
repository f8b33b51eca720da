import { expect, test } from 'vitest'
import { isUnlikelyPrice, moneyText, readYuan } from './money.ts'

test('groups an amount by thousands and shows fen only where there are some', () => {
  expect(moneyText(10_000)).toBe('10,000元')
  expect(moneyText(98_800.5)).toBe('98,800.50元')
  expect(moneyText(0)).toBe('0元')
})

test.each([
  ['129800', 129_800],
  ['129,800', 129_800],
  ['129，800.50', 129_800.5],
  ['¥129800', 129_800],
  ['￥129,800元', 129_800],
  ['RMB 129 800', 129_800],
  ['12.98万', 129_800],
  ['12.98万元', 129_800],
  ['１２．９８ 万', 129_800],
  ['12.98w', 129_800],
  ['0.5万', 5000],
  ['12.', 12],
  ['.5', 0.5],
  ['0', 0],
  ['12.985', 12.985],
  ['\u202d129800\u202c', 129_800],
])('reads %j as %d yuan', (text, yuan) => {
  expect(readYuan(text)).toBe(yuan)
})

test.each(['', '-5', '五千', '12万8', '1.2.3', '万', '129800美元'])('reads no amount in %j', (text) => {
  expect(readYuan(text)).toBeUndefined()
})

test('doubts prices below 10,000 yuan except 0', () => {
  expect([0, 12.98, 9999.99, 10_000].map((yuan) => isUnlikelyPrice(yuan))).toEqual([false, true, true, false])
})
