import { foldForSearch } from './clean.ts'

/** Masking of numbers. The SQL functions of the same names return the same results. */

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
 * Patterns for numbers in free text: half or full width digits, with blanks, dots, dashes, brackets or zero-width characters between them,
 * and 0, 86, +86 or 0086 before a mobile. They use only syntax that JavaScript and PostgreSQL share; a test compares them with those of
 * `mask_text`.
 */
const digit = '[0-9０-９]'
const gaps =
  ' \\t\\n\\r\\u00a0\\u00ad\\u00b7\\u2000-\\u2015\\u2022\\u2027-\\u202f\\u205f-\\u2064\\u2066-\\u206f\\u2212\\u3000\\u30fb\\uff65\\ufeff.．。｡_＿~～/／()（）\\[\\]【】－\\-'
const gap = `[${gaps}]{0,3}`
/**
 * Separators allowed between the groups of a number written 3-4-4. They are more than `gap` allows, because no price or date looks like
 * that.
 */
const wide = `[${gaps},，、:：]{0,5}`
const spaced = (...parts: string[]): string => parts.join(gap)
const digits = (count: number): string => spaced(...Array.from({ length: count }, () => digit))

const start = `(?<!${digit})`
const end = `(?!${digit})`
const countryCode = `(?:[+＋]?(?:[0０]{2})?[8８][6６]${gap})?(?:[0０]${gap})?`
/** Finds one number in free text, however its digits are written. */
export const numberPattern = (number: string): string =>
  `${start}${countryCode}${spaced(...Array.from(number, (one) => `[${one}${String.fromCodePoint(0xff10 + Number(one))}]`))}${end}`

/** Two digits of a province, and one more. */
const idHead = `(?:[1１]${gap}[1-5１-５]|[2２]${gap}[1-3１-３]|[3３]${gap}[1-7１-７]|[4４]${gap}[1-6１-６]|[5５]${gap}[0-4０-４]|[6６]${gap}[1-5１-５]|[7７]${gap}[1１]|[8８]${gap}[1-3１-３])${gap}${digit}`
const month = `(?:[0０]${gap}[1-9１-９]|[1１]${gap}[0-2０-２])`
const day = `(?:[0０]${gap}[1-9１-９]|[12１２]${gap}${digit}|[3３]${gap}[01０１])`
const century = `(?:[1１]${gap}[89８９]|[2２]${gap}[0０])`

/** Patterns with their replacements, applied in this order. */
export const textMasks: readonly (readonly [pattern: string, replacement: string])[] = [
  // Identity numbers of 18 characters.
  [
    `${start}(${idHead})${gap}${spaced(digits(3), century, digits(2), month, day)}${gap}(${digits(3)}${gap}[0-9０-９XxＸｘ])${end}`,
    '$1***********$2',
  ],
  // Older identity numbers of 15 characters.
  [
    `${start}(${idHead.replaceAll(gap, '')})${digit}{3}${gap}${digit}{2}${month.replaceAll(gap, '')}(?:[0０][1-9１-９]|[12１２]${digit}|[3３][01０１])${gap}(${digit}{3})${end}`,
    '$1*********$2',
  ],
  // Mobiles in their usual grouping.
  [`${start}(${countryCode}[1１][3-9３-９]${digit})${wide}${digit}{4}${wide}(${digit}{4})${end}`, '$1****$2'],
  // Mobiles in any other grouping, except dates with a year and sums of money.
  [
    `${start}(?<!${digit}[-./])(?![1１]${gap}[3-9３-９][-./~ ]{1,3}(?:19|20)${digit}{2}[-./年 ])(${countryCode}${spaced('[1１]', '[3-9３-９]', digit)})${gap}${digits(4)}${gap}(${digits(4)})${end}(?!${gap}[元万块台辆])`,
    '$1****$2',
  ],
]

/** Cheap pre-check: matches `count` digits close together, which every text with a number contains. */
const near = (count: number): string => `${digit}(?:[^0-9０-９]{0,5}${digit}){${count - 1}}`
export const maybeMobile = near(11)
export const maybeIdNo = near(15)

const masks = textMasks.map(([pattern, replacement]) => [new RegExp(pattern, 'g'), replacement] as const)
const maybe = new RegExp(maybeMobile)

/** Hides the middle of every mobile and identity number in a free text; the rest is unchanged. */
export const maskText = (text: string): string =>
  maybe.test(text)
    ? masks.reduce((masked, [pattern, replacement]) => masked.replace(pattern, replacement), text)
    : text

/** Whether a text contains a mobile or identity number. */
export const showsNumber = (text: string): boolean => maskText(text) !== text

/**
 * Returns the stored text if the form sent back its masked form unchanged, otherwise the typed text. A stored text may be older than its
 * cleaning, so the two are compared as folded.
 */
export const unlessShown = (typed: string, stored: string, masked = maskText(stored)): string =>
  masked !== stored && foldForSearch(typed) === foldForSearch(masked) ? stored : typed
