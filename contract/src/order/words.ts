import { yuanOf } from '../kernel/money.ts'

/** Amounts in words (人民币大写), as contracts print them next to the digits. */

const digits = '零壹贰叁肆伍陆柒捌玖'
const places = ['', '拾', '佰', '仟']
const groups = ['', '万', '亿', '万亿']

/** Four digits: 1050 is 壹仟零伍拾. */
const groupInWords = (group: number): string =>
  [3, 2, 1, 0]
    .map((place) => ({ place, digit: Math.floor(group / 10 ** place) % 10 }))
    .map(({ place, digit }) => (digit === 0 ? '零' : `${digits[digit]}${places[place]}`))
    .join('')
    .replaceAll(/零+/g, '零')
    .replace(/零$/, '')

function yuanInWords(whole: number): string {
  const words = groups.map((unit, index) => {
    const group = Math.floor(whole / 10_000 ** index) % 10_000
    return group === 0 ? '零' : `${groupInWords(group)}${unit}`
  })
  return words
    .toReversed()
    .join('')
    .replaceAll(/零+/g, '零')
    .replaceAll(/^零|零$/g, '')
}

function smallInWords(fen: number, isAfterYuan: boolean): string {
  const jiao = Math.floor(fen / 10)
  const rest = fen % 10
  if (fen === 0) return '整'
  const jiaoWords = jiao > 0 ? `${digits[jiao]}角` : isAfterYuan ? '零' : ''
  return jiaoWords + (rest > 0 ? `${digits[rest]}分` : '整')
}

/** An amount in whole fen, up to the largest safe integer: 12880050 is 壹拾贰万捌仟捌佰元伍角整. */
export function amountInWords(fen: number): string {
  if (!Number.isSafeInteger(fen) || fen < 0) throw new RangeError('a sum is whole fen, not below 0')
  if (fen === 0) return '零元整'
  const whole = Math.floor(yuanOf(fen))
  return (whole > 0 ? `${yuanInWords(whole)}元` : '') + smallInWords(fen % 100, whole > 0)
}
