/**
 * The one cleaning of typed and pasted text. Every schema of a text, number or code starts with one of `cleaners`, before its limits,
 * and every search folds both sides. All functions are idempotent. Passwords stay as typed.
 */

const dashes = '\\p{Pd}˗⁃−─━➖'
const dots = '.。·᛫•‧∙⋅●◦⸰⸱⸳・ꞏ'
const brackets = '\\p{Ps}\\p{Pe}<>'
const apostrophes = "'`‘’"
/** Format characters, variation selectors, fillers and other characters without a shape. Some of them join the parts of an emoji. */
const shapeless = '\\p{Cf}\\p{DI}\\u2800'
const emoji =
  '\\u{1f3f4}[\\u{e0020}-\\u{e007f}]+|[\\d#*]\\ufe0f\\u20e3|\\p{ExtPict}[\\p{EMod}\\ufe0e\\ufe0f]?(?:\\u200d\\p{ExtPict}[\\p{EMod}\\ufe0f]?)*'

const all = (pattern: string): RegExp => new RegExp(pattern, 'gu')
const besideEmoji = all(`(${emoji})|[${shapeless}]|(?![\\t\\n])\\p{Cc}`)
const lineEnd = /\r\n?|[\n\v\f\x85\u2028\u2029]/g
/** Blanks that look like a space; the ideographic space is wider and stays. */
const blank = /(?!\u3000)\p{Zs}/gu
const blanks = `${shapeless}\\p{Cc}\\s`
const shapelessOrBlank = all(`[${blanks}]`)
const anyDash = all(`[${dashes}]`)
const inGroups = all(`[${blanks}${dashes}${dots}]`)
const inSerials = all(`[${blanks}${dots}]`)
/** Separators within a number, for a class of a pattern. */
export const inNumber = `${blanks}${dashes}${dots}${brackets}`
const inNumbers = all(`[${inNumber}]`)
const inSeveral = all(`[${shapeless}${dots}${brackets}]`)
const betweenNames = all(`[${blanks}${dots}${dashes}]`)
const anyApostrophe = all(`[${apostrophes}]`)
const leadingApostrophe = new RegExp(`^[${apostrophes}]+`)
const beforeNumber = new RegExp(`^(?:[${apostrophes}\\s]|tel:)+`, 'i')
const countryCode = /(?<![\dA-Za-z+])(?:(?:\+?00|\+)?86[\s-]*)?0?(?=1[3-9](?:[\s-]*\d){9}(?![\s-]*\d))/g

/** Cleans a text of several lines: keeps its line ends, as `\n`. */
export const cleanText = (value: string): string =>
  value.replace(lineEnd, '\n').replace(besideEmoji, '$1').replace(blank, ' ').normalize('NFC').trim()

/** Cleans a text of one line, such as a name or an address. */
export const cleanLine = (value: string): string =>
  cleanText(value.replace(lineEnd, '').replaceAll('\t', ' '))

/** Blanks within a Chinese name, as pages and tables add them for width. */
const withinName = /(?<=\p{Script=Han})\p{Zs}+(?=\p{Script=Han})/gu

/** Cleans the name of a person: a line without blanks between Chinese characters. */
export const cleanName = (value: string): string => cleanLine(value).replaceAll(withinName, '')

/** Half width, without the characters of the pattern, composed. */
const half = (value: string, gone: RegExp): string =>
  value.normalize('NFKC').replace(gone, '').normalize('NFC')

/** Cleans a code: half width, without blanks, with simple hyphens. Its case stays. */
export const cleanCode = (value: string): string =>
  half(value, shapelessOrBlank).replace(anyDash, '-').replace(leadingApostrophe, '')

/** Cleans a code that is written in groups, such as an identity number or a plate: upper case, without hyphens and dots. */
export const cleanGroups = (value: string): string =>
  half(value, inGroups).replace(leadingApostrophe, '').toUpperCase().normalize('NFC')

/** Cleans the number of a record, such as an order: upper case, without blanks and dots, with simple hyphens. */
export const cleanSerial = (value: string): string =>
  half(value, inSerials).replace(anyDash, '-').replace(leadingApostrophe, '').toUpperCase().normalize('NFC')

/** Cleans the number of an identity document. Hyphens stay, except in numbers of digits, which are copied in groups. */
export const cleanDocument = (value: string): string => {
  const code = cleanCode(value)
  return /^[\d-]+[\dxX]$/.test(code) ? code.replaceAll('-', '') : code
}

/** Cleans a phone number: half width, without separators, `tel:`, and the country code or 0 before a mobile. */
export const cleanNumber = (value: string): string =>
  half(value, inNumbers).replace(beforeNumber, '').replace(countryCode, '')

/** Cleans a number of a person: of a phone, with 00 for +, or of an identity document. */
export const cleanPersonNumber = (value: string): string => {
  const phone = cleanNumber(value)
  return /^1[3-9]\d{9}$/.test(phone) ? phone : cleanDocument(cleanCode(value).replace(/^\+/, '00'))
}

/** Cleans one or several phone numbers with their hyphens, blanks and letters. */
export const cleanNumbers = (value: string): string =>
  cleanLine(half(value, inSeveral))
    .replace(anyDash, '-')
    .replace(beforeNumber, '')
    .replaceAll(countryCode, '')
    .trim()

/** All cleaning functions. A test finds one of them in every schema of a typed text. */
export const cleaners: ReadonlySet<(value: string) => string> = new Set([
  cleanText,
  cleanLine,
  cleanName,
  cleanCode,
  cleanGroups,
  cleanSerial,
  cleanDocument,
  cleanNumber,
  cleanPersonNumber,
  cleanNumbers,
])

/** Lower case of each character alone, as in PostgreSQL: İ is one letter, and a sigma at the end is the same letter. */
const lower = (value: string): string => value.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ')

/**
 * Folds a name or keyword for comparison: lower case, half width, without blanks, hyphens and the dots in names. The SQL
 * function `fold_text` returns the same.
 */
export const foldForSearch = (value: string): string =>
  half(lower(value.normalize('NFKC')), betweenNames).replace(anyApostrophe, "'")
