/** Masking, as the server does it. The SQL functions of the same names give the same results. */

/** `138****1234`; shorter numbers keep the last two digits. */
export const maskMobile = (mobile: string): string =>
  mobile.length >= 11
    ? `${mobile.slice(0, 3)}****${mobile.slice(-4)}`
    : mobile.length > 2
      ? `****${mobile.slice(-2)}`
      : mobile

/** First 3 and last 4 characters of an identity document's number. */
export const maskIdNo = (idNo: string): string =>
  idNo.length > 7 ? `${idNo.slice(0, 3)}${'*'.repeat(idNo.length - 7)}${idNo.slice(-4)}` : idNo && '****'

/**
 * Numbers in free text, however they are written: half or full width, with blanks, dots, dashes, brackets or characters without width
 * between the digits, with 0, 86, +86 or 0086 before a mobile. The dialect is what JavaScript and PostgreSQL both read: `mask_text`
 * has the same patterns, and a test compares them.
 */
const digit = '[0-9０-９]'
const gaps =
  ' \\t\\n\\r\\u00a0\\u00ad\\u00b7\\u2000-\\u2015\\u2022\\u2027-\\u202f\\u205f-\\u2064\\u2066-\\u206f\\u2212\\u3000\\u30fb\\uff65\\ufeff.．。｡_＿~～/／()（）\\[\\]【】－\\-'
const gap = `[${gaps}]{0,3}`
/** Between the groups of a number that is written 3-4-4 more can stand: no price and no date looks like that. */
const wide = `[${gaps},，、:：]{0,5}`
const spaced = (...parts: string[]): string => parts.join(gap)
const digits = (count: number): string => spaced(...Array.from({ length: count }, () => digit))

const start = `(?<!${digit})`
const end = `(?!${digit})`
const countryCode = `(?:[+＋]?(?:[0０]{2})?[8８][6６]${gap})?(?:[0０]${gap})?`
/** Two digits of a province, and the next one. */
const idHead = `(?:[1１]${gap}[1-5１-５]|[2２]${gap}[1-3１-３]|[3３]${gap}[1-7１-７]|[4４]${gap}[1-6１-６]|[5５]${gap}[0-4０-４]|[6６]${gap}[1-5１-５]|[7７]${gap}[1１]|[8８]${gap}[1-3１-３])${gap}${digit}`
const month = `(?:[0０]${gap}[1-9１-９]|[1１]${gap}[0-2０-２])`
const day = `(?:[0０]${gap}[1-9１-９]|[12１２]${gap}${digit}|[3３]${gap}[01０１])`
const century = `(?:[1１]${gap}[89８９]|[2２]${gap}[0０])`

/** What is looked for, and what it becomes: in this order. */
export const textMasks: readonly (readonly [pattern: string, replacement: string])[] = [
  // Identity numbers of 18 characters.
  [
    `${start}(${idHead})${gap}${spaced(digits(3), century, digits(2), month, day)}${gap}(${digits(3)}${gap}[0-9０-９XxＸｘ])${end}`,
    '$1***********$2',
  ],
  // And the older ones of 15.
  [
    `${start}(${idHead.replaceAll(gap, '')})${digit}{3}${gap}${digit}{2}${month.replaceAll(gap, '')}(?:[0０][1-9１-９]|[12１２]${digit}|[3３][01０１])${gap}(${digit}{3})${end}`,
    '$1*********$2',
  ],
  // Mobiles as they are usually written.
  [`${start}(${countryCode}[1１][3-9３-９]${digit})${wide}${digit}{4}${wide}(${digit}{4})${end}`, '$1****$2'],
  // And in any other groups, unless they are days with a year or a sum.
  [
    `${start}(?<!${digit}[-./])(?![1１]${gap}[3-9３-９][-./~ ]{1,3}(?:19|20)${digit}{2}[-./年 ])(${countryCode}${spaced('[1１]', '[3-9３-９]', digit)})${gap}${digits(4)}${gap}(${digits(4)})${end}(?!${gap}[元万块台辆])`,
    '$1****$2',
  ],
]

/** So many digits near each other, as no text without a number has: what is looked at first, because it is cheap. */
const near = (count: number): string => `${digit}(?:[^0-9０-９]{0,5}${digit}){${count - 1}}`
export const maybeMobile = near(11)
export const maybeIdNo = near(15)

const masks = textMasks.map(([pattern, replacement]) => [new RegExp(pattern, 'g'), replacement] as const)
const maybe = new RegExp(maybeMobile)

/** Free text with the middle of every mobile and identity number hidden; everything else stays as it was written. */
export const maskText = (text: string): string =>
  maybe.test(text)
    ? masks.reduce((masked, [pattern, replacement]) => masked.replace(pattern, replacement), text)
    : text

/** A text of a form: what came back as it was shown is what it was. */
export const unlessShown = (typed: string, kept: string): string => (typed === maskText(kept) ? kept : typed)
