import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountInWords } from './words.ts'

const digits = '零壹贰叁肆伍陆柒捌玖'
const units: Record<string, number> = { 拾: 10, 佰: 100, 仟: 1000 }

/** Reads the words back: 亿 and 万 multiply the digits before them. */
function readBack(words: string): number {
  const groupOf = (text: string): number => {
    let sum = 0
    let digit = 0
    for (const character of text) {
      const unit = units[character]
      if (unit) sum += digit * unit
      digit = unit ? 0 : digits.indexOf(character)
    }
    return sum + digit
  }
  const bigOf = (text: string): number => {
    const [high = '', low] = text.includes('万') ? text.split('万') : ['', text]
    return groupOf(high) * 10_000 + groupOf(low ?? '')
  }
  const [yuan = '', small = ''] = words.includes('元') ? words.split('元') : ['', words]
  const [high = '', low] = yuan.includes('亿') ? yuan.split('亿') : ['', yuan]
  const whole = bigOf(high) * 100_000_000 + bigOf(low ?? '')
  const at = (unit: string): number =>
    small.includes(unit) ? digits.indexOf(small[small.indexOf(unit) - 1] ?? '') : 0
  return whole * 100 + at('角') * 10 + at('分')
}

describe('sums in words', () => {
  it.each([
    [0, '零元整'],
    [5, '伍分'],
    [50, '伍角整'],
    [100, '壹元整'],
    [1_000, '壹拾元整'],
    [10_005, '壹佰元零伍分'],
    [168_032, '壹仟陆佰捌拾元叁角贰分'],
    [12_880_050, '壹拾贰万捌仟捌佰元伍角整'],
    [10_700_053, '壹拾万柒仟元伍角叁分'],
    [1_000_000_100, '壹仟万零壹元整'],
    [10_000_000_000, '壹亿元整'],
    [10_000_100_000, '壹亿零壹仟元整'],
    [9_999_999_900, '玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元整'],
  ])('writes %i fen as %s', (fen, words) => {
    expect(amountInWords(fen)).toBe(words)
  })

  it('keep the amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999_999_999 }), (fen) => {
        const words = amountInWords(fen)
        expect(readBack(words)).toBe(fen)
        expect(words).not.toMatch(/零零|零元|零万|零亿|^零/)
      }),
    )
  })

  it('reject anything but whole fen', () => {
    for (const wrong of [-1, 0.5, Number.NaN]) expect(() => amountInWords(wrong)).toThrow(RangeError)
  })
})
