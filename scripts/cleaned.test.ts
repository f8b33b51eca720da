import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { calls } from '@showroom/contract'
import { type Call, schemaOf } from '@showroom/contract/kernel/call'
import { cleaners } from '@showroom/contract/kernel/clean'

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
  '/v1/customerRpc/updateTag.original': 'compared with the stored text',
  '/v1/dealerFileRpc/refreshUrl.urlList': 'links that the server signed',
  '/v1/reportRpc/exportExcel.html': 'a table of the page',
  '/v2/appDraftService/save.content': 'a draft is what was typed',
  '/v2/appDraftService/save.version': "the client's own version",
  '/v2/appUserService/beginSignIn.redirect': 'an address of the page',
}
/** The same fields in the exported schemas, and the passwords of forms. */
const keptFields =
  /^OwnPath$|\.(?:original|urlList|html|version|redirect|password|oldPassword|newPassword|confirm)$/

describe('every text', () => {
  const isWrong = (text: Node): boolean => !cleans(text) && !isClosed(text)

  it('of a request is cleaned, closed or kept as typed', () => {
    const wrong = calls.flatMap((call) =>
      textsOf(requestOf(call), call.path).flatMap(([path, text]) => (isWrong(text) ? [path] : [])),
    )
    expect([...new Set(wrong)].toSorted()).toEqual(Object.keys(asTyped).toSorted())
  })

  it('of an open endpoint or a form is cleaned, closed or a password', async () => {
    const root = new URL('../contract/src/', import.meta.url)
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /(?:\.schema|tags|mobile|text|wire)\.ts$/.test(name),
    )
    const named = await Promise.all(
      files.map(async (name) => Object.entries((await import(new URL(name, root).href)) as object)),
    )
    const wrong = named.flat().flatMap(([name, schema]: [string, unknown]) =>
      schema instanceof z.ZodType
        ? textsOf(schema as unknown as Node, name).flatMap(([path, text]) =>
            // Responses have texts without any limit.
            isWrong(text) && checksOf(text).length > 0 && !keptFields.test(path) ? [path] : [],
          )
        : [],
    )
    expect(files.length).toBeGreaterThan(40)
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
