import { cleanNumber, cleanNumbers, cleanText, inNumber } from './clean.ts'
import { isMasked } from './masked.ts'
import { SecondPhone } from './mobile.ts'

/** Reads phone numbers out of the words around them, as portals send them and workbooks hold them. */

export interface Phones {
  /** A mainland mobile; empty without one. */
  readonly mobile: string
  /** The next number, in the characters of `SecondPhone`. */
  readonly secondPhone: string
  /** The rest, for the remark: words, and numbers beyond the second. */
  readonly words: string
}

/** Digits of a number: at most 15 of a country's after 00. Services that hide a customer's number use more. */
const [leastDigits, mostDigits, mostHidden] = [7, 17, 24]
const hidden = /^(?:95|400)/
/** The start of a number of another country or of such a service: its rest may look like a mobile. */
const foreign = /^(?:\+|00|95|400)/
const date = /^(?:19|20)\d{2}[-./]\d{1,2}[-./]\d{1,2}/

const gap = new RegExp(`^[${inNumber}]{0,5}$`, 'u')
/** Mobiles are known by their length, so more may separate their digits. */
const gapOfMobile = new RegExp(`^[${inNumber},，、/;；:：|_~～]{0,5}$`, 'u')
const extensionMark = /^\s*(?:转接?|分机号?|ext\.?|[x#,，;；])[\s:：]*$/iu
const extensionOfMobile = /^\s*[,，;；#-]\s*(?=\d{1,6}(?!\d))/u
const label = /(?:(?:联系)?(?:手机|电话|号码)(?:号码?)?|联系方式|tel|mobile|phone)[\s:：]*$/iu
/** Before digits of an account. Two capitals are a country: HK61230065. */
const account = /(?:(?:微信号?|[Ww][Xx]|[Qq]{2}号?)[\s:：]*|[a-z_]|[A-Z]{3}|(?<![A-Za-z])[A-Z])$/u

const isMobile = (number: string): boolean => /^1[3-9]\d{9}$/.test(number)

/**
 * Takes the first mainland mobile out of a text and the next number as the second one, and leaves the rest as words. `second` is the text
 * of a second number by itself: its numbers come before others of the first text.
 */
export function readPhones(text: string, second = ''): Phones {
  const first = takeNumbers(text)
  const other = takeSecond(second)
  const at = first.numbers.findIndex(isMobile)
  const mobile = first.numbers[at] ?? ''
  const rest = [...other.numbers, ...first.numbers].filter((number) => number !== mobile)
  const [secondPhone = '', ...further] = new Set(rest)
  return { mobile, secondPhone, words: [...first.words, ...other.words, ...further].join(' ') }
}

interface Taken {
  readonly numbers: readonly string[]
  readonly words: readonly string[]
}

/** A text by the rule of second numbers stays as it is. */
function takeSecond(text: string): Taken {
  const { data = '' } = SecondPhone.safeParse(text)
  return /\d/.test(data) && !isMasked(data) ? { numbers: [data], words: [] } : takeNumbers(text)
}

function takeNumbers(text: string): Taken {
  const plain = cleanNumber(text)
  if (isMobile(plain)) return { numbers: [plain], words: [] }
  const line = cleanText(text)
    .replaceAll('\n', ' ')
    .replaceAll(/[\p{Nd}＋]/gu, (one) => one.normalize('NFKC'))
  const numbers = findNumbers(partsOf(line))
  const words = [...numbers, { from: line.length }].map(({ from }, at) =>
    wordsOf(line.slice(numbers[at - 1]?.to ?? 0, from), isMobile(numbers[at - 1]?.number ?? '')),
  )
  return { numbers: numbers.map(({ number }) => number), words: words.filter(Boolean) }
}

/** A row of digits with the text before it. */
interface Part {
  readonly digits: string
  readonly before: string
  readonly from: number
  readonly to: number
}

function partsOf(line: string): readonly Part[] {
  let last = 0
  return Array.from(line.matchAll(/\+?\d+/g), ({ 0: digits, index: from }) => {
    const to = from + digits.length
    const before = line.slice(last, from)
    last = to
    return { digits, before, from, to }
  })
}

interface Found {
  readonly number: string
  readonly from: number
  readonly to: number
}

function findNumbers(parts: readonly Part[]): readonly Found[] {
  const numbers: Found[] = []
  for (let at = 0; at < parts.length;) {
    const end = mobileEnd(parts, at) || otherEnd(parts, at)
    const taken = parts.slice(at, end)
    const number = numberOf(taken)
    if (number) numbers.push({ number, from: taken[0]?.from ?? 0, to: taken.at(-1)?.to ?? 0 })
    at = end
  }
  return numbers
}

/** The end of the mobile that begins with this part; 0 if none does. */
function mobileEnd(parts: readonly Part[], start: number): number {
  let typed = ''
  for (let at = start; at < parts.length && typed.length <= mostDigits; at++) {
    const { digits = '', before = '' } = parts[at] ?? {}
    if (at > start && (digits.startsWith('+') || !gapOfMobile.test(before))) return 0
    typed += digits
    if (typed.length >= 11 && isMobile(cleanNumber(typed))) return at + 1
  }
  return 0
}

/** The end of the number of another kind that may begin with this part. */
function otherEnd(parts: readonly Part[], start: number): number {
  let typed = parts[start]?.digits ?? ''
  let at = start + 1
  for (; at < parts.length && typed.length <= mostHidden; at++) {
    const { digits = '', before = '' } = parts[at] ?? {}
    const isWhole = typed.length >= leastDigits
    if (isWhole && isExtension(digits) && extensionMark.test(before)) return at + 1
    if (digits.startsWith('+') || !gap.test(before)) return at
    if (isWhole && !isExtension(digits)) return at
    if ((isWhole || !foreign.test(typed)) && mobileEnd(parts, at) > 0) return at
    typed += digits
  }
  return at
}

const isExtension = (digits: string): boolean => /^\d{1,6}$/.test(digits)

/** The number of these parts as it is kept; empty if it is none. */
function numberOf(parts: readonly Part[]): string {
  const digits = parts.map((one) => one.digits).join('')
  const mobile = cleanNumber(digits)
  if (isMobile(mobile)) return mobile
  const typed = parts
    .map(({ before, ...one }, at) => (at === 0 ? '' : extensionMark.test(before) ? '-' : before) + one.digits)
    .join('')
  const length = digits.replace('+', '').length
  const isNumber = length >= leastDigits && length <= (hidden.test(digits) ? mostHidden : mostDigits)
  if (!isNumber || date.test(typed) || account.test((parts[0]?.before ?? '').replace(label, ''))) return ''
  return cleanNumbers(typed.replace(/^\+/, '00')).replaceAll(/\s+/g, ' ')
}

const leading = /^[\s\p{Pe}\p{Pf}\p{Pd}\p{Po}\p{Sm}]+/u
const trailing = /(?<![\s\p{Ps}\p{Pi}\p{Pd}\p{Po}\p{Sm}])[\s\p{Ps}\p{Pi}\p{Pd}\p{Po}\p{Sm}]+$/u

/** Words beside a number, without separators and labels. */
function wordsOf(piece: string, isAfterMobile: boolean): string {
  const words = (isAfterMobile ? piece.replace(extensionOfMobile, '转') : piece)
    .replace(label, '')
    .replace(leading, '')
    .replace(trailing, '')
  if (!/[\p{L}\p{N}]/u.test(words)) return ''
  return /^\p{Ps}[^\p{Ps}\p{Pe}]*\p{Pe}?$/u.test(words)
    ? words.replaceAll(/[\p{Ps}\p{Pe}]/gu, '').trim()
    : words
}
