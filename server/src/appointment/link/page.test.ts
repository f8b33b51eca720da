import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fillText, usualTexts } from '@showroom/contract/appointment/text.rules'
import { appointmentPage, storePage, textPage } from './page.ts'
import type { AppointmentPage } from './page.ts'

/** The customer's page holds names that members, catalogues and other systems wrote, and each is shown as text. */

const mark = 'MARK'
/** Puts a text into every field that holds one. */
function filled(
  text: string,
  opened?: AppointmentPage['opened'],
  { isConfirmed = false, isMovable = true } = {},
): string {
  return appointmentPage({
    path: '/a/1-abc',
    activityId: 7,
    appointment: {
      surname: text,
      gender: 2,
      storeName: text,
      address: text,
      phone: text,
      type: 3,
      seriesName: text,
      startsAt: 1_795_000_000,
      minutes: 60,
      carId: 0,
      ownerId: 1,
      isConfirmed,
    },
    isMovable,
    note: { text, isBad: true },
    opened,
  })
}
const choice = { days: [1_794_931_200], day: 1_794_931_200, starts: [1_795_000_000] }
const pages: readonly ((text: string) => string)[] = [
  (text) => storePage({ storeName: text, phone: '' }, text),
  (text) => filled(text),
  (text) => filled(text, undefined, { isConfirmed: true }),
  (text) => filled(text, 'cancel'),
  (text) => filled(text, { choice }),
  (text) => textPage(text, text),
]

const references: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
/** Reads a text of HTML as a browser does. */
const decoded = (html: string): string =>
  html.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_all, name: string) => references[name] ?? '')

const hostile = [
  '<script>alert(1)</script>',
  '</title><img src=x onerror=alert(1)>',
  `" onmouseover="alert(1)`,
  `' onfocus='alert(1)' autofocus='`,
  '&lt;script&gt; & &amp;#60;',
  'a\nb\r\nc\u2028d',
  '\u202Eevil\u2066\u05d0\u200f',
  '${7*7} {{7*7}} $& $1 {链接}',
  '<!-- -->]]><![CDATA[',
  '😀\u{1f468}\u200d\u{1f469}',
]

/** The texts that a page with this text has where the same page with a mark has the mark; throws if anything else differs. */
function fieldsOf(page: (text: string) => string, text: string): string[] {
  const html = page(text)
  const [first = '', ...parts] = page(mark).split(mark)
  if (!html.startsWith(first)) throw new Error('the page differs before its first field')
  let at = first.length
  const fields = parts.map((part, index) => {
    const next = index === parts.length - 1 ? html.length - part.length : html.indexOf(part, at)
    if (next < at || !html.startsWith(part, next)) throw new Error(`the page differs after field ${index}`)
    const field = html.slice(at, next)
    at = next + part.length
    return field
  })
  return fields
}
function expectShown(page: (text: string) => string, text: string): void {
  const fields = fieldsOf(page, text)
  expect(fields.length).toBeGreaterThan(1)
  expect(fields.filter((field) => /[<>"']/.test(field))).toEqual([])
  expect(fields.map(decoded)).toEqual(fields.map(() => text))
}

it.each(hostile)('every field shows %j as text, on every form of the page', (text) => {
  for (const page of pages) expectShown(page, text)
})

it('the telephone of a store is text beside its digits', () => {
  const html = storePage({ storeName: '店', phone: '0571-8801 "><b>' }, '链接已失效')
  expect(html).toContain('href="tel:05718801">门店电话 0571-8801 &quot;&gt;&lt;b&gt;</a>')
})

it('every field shows any text as it is', () => {
  const characters = fc.constantFrom(...'< > & " \' ` = / \\ ; # a b 中 \n'.split(' '))
  fc.assert(
    fc.property(
      fc.string({ unit: characters, minLength: 1, maxLength: 12 }),
      fc.constantFrom(...pages),
      (text, page) => {
        expectShown(page, text)
      },
    ),
    { numRuns: 300 },
  )
})

it('a text message holds values as they are, and fills no placeholder that a value brings', () => {
  for (const text of hostile) {
    const values = { '{称呼}': text, '{门店}': text, '{时间}': text, '{事由}': text, '{链接}': 'LINK' }
    for (const content of Object.values(usualTexts)) {
      const around = content.split(/\{[^{}]*\}/)
      const message = fillText(content, values)
      expect(message.split(text).length - 1).toBe(around.length - 2)
      expect(message.endsWith('LINK')).toBe(true)
    }
  }
})
