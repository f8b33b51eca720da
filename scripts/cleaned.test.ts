import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { calls } from '@showroom/contract'
import { type Call, schemaOf } from '@showroom/contract/kernel/call'
import {
  cleanCode,
  cleanDocument,
  cleaners,
  cleanGroups,
  cleanNumber,
  cleanNumbers,
  cleanPersonNumber,
  cleanSerial,
} from '@showroom/contract/kernel/clean'

/** Walks every schema by which requests and forms are read, and proves that each text of it is cleaned. */

/** A schema or a check, with the parts of its definition that a walk needs. */
interface Node {
  readonly _zod: { readonly def: Def }
}
interface Def {
  readonly type?: string
  readonly shape?: Readonly<Record<string, Node>>
  readonly options?: readonly Node[]
  readonly innerType?: Node
  readonly element?: Node
  readonly valueType?: Node
  readonly in?: Node
  readonly left?: Node
  readonly right?: Node
  readonly checks?: readonly Node[]
  /** The function of an overwriting check. */
  readonly tx?: (value: string) => string
  readonly pattern?: RegExp
}
const defOf = ({ _zod: { def } }: Node): Def => def
const checksOf = (schema: Node): Def[] => (defOf(schema).checks ?? []).map(defOf)

/** The texts that a schema reads, by path. The second half of a pipe reads what the first has cleaned. */
function textsOf(schema: Node, path: string): [path: string, schema: Node][] {
  const { type, shape = {}, options = [], ...def } = defOf(schema)
  if (type === 'string') return [[path, schema]]
  const fields = Object.entries(shape).flatMap(([key, inner]) => textsOf(inner, `${path}.${key}`))
  const inner = [...options, def.innerType, def.element, def.valueType, def.in, def.left, def.right]
  return [...fields, ...inner.flatMap((one) => (one ? textsOf(one, path) : []))]
}

const requestOf = (call: Call): Node => schemaOf(call.request) as unknown as Node

const cleans = (schema: Node): boolean => checksOf(schema).some(({ tx }) => tx && cleaners.has(tx))

/** Closed forms that clients write and people do not: ids, days, times, hashes. They accept no character that needs cleaning. */
const strange = ['\u200b', '\u202d', '\u00a0', '\n', '１', '–', '•', ' ']
const isClosed = (schema: Node): boolean => {
  const patterns = checksOf(schema).flatMap(({ pattern }) => pattern ?? [])
  const samples = [
    '',
    '1',
    '12',
    '2026-11',
    '09:00',
    'a',
    'A',
    '/a',
    'a.mp3',
    '0'.repeat(32),
    '0'.repeat(64),
    'a:b',
  ]
  return patterns.some((pattern) =>
    samples.every((sample) =>
      strange.every((one) => !pattern.test(one + sample) && !pattern.test(sample + one)),
    ),
  )
}

const pasted = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '19912340002',
    ' 199–1234–0002',
    '+86 199 1234 0002',
    '11010119900307002X',
    'lsvau2180n2123456',
    '123 456',
    'H,A',
  ),
)

/** Kept as typed or as sent, with the reason. */
const asTyped = {
  '/v1/contactRpc/sign.page': 'an address of the page',
  '/v1/customerRpc/updateTag.original': 'compared with the stored text',
  '/v1/dealerFileRpc/refreshUrl.urlList': 'links that the server signed',
  '/v1/reportRpc/exportExcel.html': 'a table of the page',
  '/v2/appDraftService/save.content': 'a draft is what was typed',
  '/v2/appDraftService/save.version': "the client's own version",
  '/v2/appNoticeService/addDevice.endpoint': 'an address of the browser',
  '/v2/appNoticeService/confirmDevice.proof': 'as the server sent it',
  '/v2/appNoticeService/keepDevice.endpoint': 'an address of the browser',
  '/v2/appUserService/beginSignIn.redirect': 'an address of the page',
}
/** The same fields in the exported schemas, and the passwords of forms. */
const keptFields =
  /^OwnPath$|\.(?:original|urlList|html|version|redirect|page|endpoint|proof|password|oldPassword|newPassword|confirm)$/

/** The exports of the contract that may be schemas of open endpoints or forms. */
async function exportedSchemas(): Promise<[name: string, schema: Node][]> {
  const root = new URL('../contract/src/', import.meta.url)
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?:\.schema|tags|mobile|text|wire)\.ts$/.test(name),
  )
  expect(files.length).toBeGreaterThan(40)
  const named = await Promise.all(
    files.map(async (name) => Object.entries((await import(new URL(name, root).href)) as object)),
  )
  return named
    .flat()
    .flatMap(([name, schema]: [string, unknown]) =>
      schema instanceof z.ZodType ? [[name, schema as unknown as Node] as [string, Node]] : [],
    )
}

describe('every text', () => {
  const isWrong = (text: Node): boolean => !cleans(text) && !isClosed(text)

  it('of a request is cleaned, closed or kept as typed', () => {
    const wrong = calls.flatMap((call) =>
      textsOf(requestOf(call), call.path).flatMap(([path, text]) => (isWrong(text) ? [path] : [])),
    )
    expect([...new Set(wrong)].toSorted()).toEqual(Object.keys(asTyped).toSorted())
  })

  it('of an open endpoint or a form is cleaned, closed or a password', async () => {
    const wrong = (await exportedSchemas()).flatMap(([name, schema]) =>
      textsOf(schema, name).flatMap(([path, text]) =>
        // Responses have texts without any limit.
        isWrong(text) && checksOf(text).length > 0 && !keptFields.test(path) ? [path] : [],
      ),
    )
    expect([...new Set(wrong)].toSorted()).toEqual([])
  })

  it('stays as it is once it is clean, and is measured after its cleaning', () => {
    const padding = '\u202d\u200b'.repeat(600)
    const leaves = calls
      .flatMap((call) => textsOf(requestOf(call), call.path))
      .filter(([, text]) => cleans(text))
    expect(leaves.length).toBeGreaterThan(100)
    fc.assert(
      fc.property(fc.constantFrom(...leaves), pasted, ([path, text], typed) => {
        const schema = text as unknown as z.ZodString
        const { data } = schema.safeParse(typed)
        expect(schema.safeParse(padding + typed).data, path).toBe(data)
        if (data === undefined) return
        expect(schema.parse(data), path).toBe(data)
        expect(Array.from(data).length, path).toBeLessThanOrEqual(schema.maxLength ?? data.length)
      }),
      { numRuns: 3000 },
    )
  })
})

/** Spellings of a number or code, by the cleaning of its field. */
const wide = (text: string): string =>
  text.replaceAll(/[!-~]/g, (one) => String.fromCodePoint((one.codePointAt(0) ?? 0) + 0xfee0))
const between = (gap: string) => (text: string) => Array.from(text).join(gap)
const around = (before: string, after: string) => (text: string) => `${before}${text}${after}`

type Spelling = (text: string) => string
const copied: readonly Spelling[] = [
  wide,
  between('\u200b'),
  around('\u202d', '\u202c'),
  around(' \u00a0', '\ufeff\t'),
  around('\n', '\r\n'),
  around("'", ''),
  (text) => text.replaceAll('-', '\u2011'),
  (text) => text.replaceAll('-', '－'),
]
const blanks = [between(' '), between('\u3000'), between('\u00a0')]
const grouped = [between('-'), between('–'), between('·'), between('.'), (text: string) => text.toLowerCase()]
const prefixed = [
  '+86',
  '+86 ',
  '0086',
  '0086-',
  '86',
  '(+86)',
  '＋８６',
  'tel:',
  'TEL：',
  'tel:+86-',
  '0',
].map((code) => around(code, ''))
const phoneGroups = (gap: string) => (text: string) =>
  [text.slice(0, 3), text.slice(3, 7), text.slice(7)].join(gap)
const phone = [...prefixed, ...[' ', '-', '—', '.', '·', '\u00a0'].map(phoneGroups)]

const spellings = new Map<
  (value: string) => string,
  { samples: readonly string[]; spelled: readonly Spelling[] }
>([
  [cleanCode, { samples: ['HT-2026-001', '2026-11-18', '123456'], spelled: [...copied, ...blanks] }],
  [
    cleanGroups,
    {
      samples: ['11010119900307002X', 'LSVAU2180N2123456', '浙AD12345', '123456'],
      spelled: [...copied, ...blanks, ...grouped],
    },
  ],
  [
    cleanSerial,
    {
      samples: ['DD26111800001-1'],
      spelled: [...copied, ...blanks, between('.'), between('·'), (text) => text.toLowerCase()],
    },
  ],
  [cleanDocument, { samples: ['110101199003070029', 'E12345678'], spelled: [...copied, ...blanks] }],
  [cleanNumber, { samples: ['19912340002'], spelled: [...copied, ...blanks, ...grouped, ...phone] }],
  [cleanPersonNumber, { samples: ['19912340002', '110101199003070029'], spelled: [...copied, ...blanks] }],
  [cleanNumbers, { samples: ['19912340002'], spelled: [...copied, ...prefixed] }],
])

describe('every number and code', () => {
  const cleanerOf = (text: Node) =>
    checksOf(text).flatMap(({ tx }) => (tx && spellings.has(tx) ? [tx] : []))[0]
  const named =
    /(?:No|Id|Code|Number|Mobile|Phone|Plate|Vin)$|\.(?:mobile|phone|plate|vin|number|code|weixin|qq)$/i
  /** A number among other words. */
  const takesWords = (text: Node): boolean =>
    (text as unknown as z.ZodType).safeParse('张三 19912340002（微信同号）').success
  const inputs = async (): Promise<[path: string, text: Node][]> => [
    ...calls.flatMap((call) => textsOf(requestOf(call), call.path)),
    ...(await exportedSchemas()).flatMap(([name, schema]) =>
      textsOf(schema, name).filter(([, text]) => checksOf(text).length > 0),
    ),
  ]

  it('has the cleaning of one, by its name', async () => {
    const lines = (await inputs()).flatMap(([path, text]) =>
      named.test(path) &&
      !cleanerOf(text) &&
      !isClosed(text) &&
      !(path.endsWith('.mobile') && takesWords(text))
        ? [path]
        : [],
    )
    expect([...new Set(lines)]).toEqual([])
  })

  it('is the same in all spellings', async () => {
    const tried = (await inputs()).flatMap(([path, text]) => {
      const clean = cleanerOf(text)
      const { samples = [], spelled = [] } = (clean && spellings.get(clean)) ?? {}
      const schema = text as unknown as z.ZodType
      return samples
        .filter((sample) => schema.safeParse(sample).success)
        .flatMap((sample) =>
          spelled.map(
            (spell) => [path, spell(sample), schema.safeParse(spell(sample)).data, sample] as const,
          ),
        )
    })
    expect(new Set(tried.map(([path]) => path)).size).toBeGreaterThan(40)
    expect(tried.filter(([, , read, sample]) => read !== sample)).toEqual([])
  })

  it('has a sample', async () => {
    const untried = (await inputs()).flatMap(([path, text]) => {
      const clean = cleanerOf(text)
      const { samples = [] } = (clean && spellings.get(clean)) ?? {}
      const fits = samples.some((sample) => (text as unknown as z.ZodType).safeParse(sample).success)
      return clean && !fits ? [path] : []
    })
    expect([...new Set(untried)]).toEqual([])
  })
})

it('of a number, code or keyword is not cut before its cleaning', () => {
  const root = new URL('../web/src/', import.meta.url)
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  )
  const cut = files.flatMap((name) =>
    // Opening tags with a maximum length: the browser cuts pasted text by it, before blanks and separators fall away.
    [
      ...readFileSync(new URL(name, root), 'utf8').matchAll(
        /<[A-Za-z]\w*(?:\.\w+)*\s(?:[^<>]|=>|<\w+[^<>]*\/>)*?maxLength=(?:[^<>]|=>|<\w+[^<>]*\/>)*/g,
      ),
    ]
      .filter(([tag]) =>
        /type="(?:tel|search)"|inputMode="(?:tel|numeric)"|one-time-code|combobox|of="(?!address)|SearchOutlined/.test(
          tag,
        ),
      )
      .map(([tag]) => `${name}: ${tag}`),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(cut).toEqual([])
})
