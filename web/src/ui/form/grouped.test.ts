import { expect, it } from 'vitest'
import { grouped } from './grouped'

it.each([
  [undefined, ''],
  ['', ''],
  [12, '12'],
  [123, '123'],
  [1234, '1,234'],
  [128_800.5, '128,800.5'],
  ['1234567.', '1,234,567.'],
  ['1234.5678', '1,234.5678'],
  ['0012345', '0,012,345'],
  ['-1234', '-1,234'],
])('%s reads %s', (value, text) => {
  expect(grouped(value)).toBe(text)
})
