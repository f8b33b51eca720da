import type { Random } from '../../src/seed/random.ts'

/** Requests that no client of ours sends, made from valid ones; the same seed makes the same requests. */

type Json = unknown

/** Parsed from JSON text, which allows own keys that a literal cannot have. */
const parsed = (text: string): Json => JSON.parse(text)
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** Values that `JSON.stringify` cannot write; `encoded` inserts them. */
const raws: Readonly<Record<string, string>> = {
  deep: nested(10_000),
  deepObject: `${'{"length":'.repeat(5000)}1${'}'.repeat(5000)}`,
  minusZero: '-0',
  infinite: '1e400',
  long: '1'.repeat(400),
  proto: '{"__proto__":{"role":1}}',
}
export const encoded = (body: Json): string =>
  JSON.stringify(body).replaceAll(/"@raw:(\w+)"/g, (_whole, name: string) => raws[name] ?? 'null')

/** Values that break a rule's assumptions. */
const values: readonly (() => Json)[] = [
  // Objects that resemble texts, lists or numbers.
  () => parsed('{"length":{"toString":1}}'),
  () => parsed('{"length":{"valueOf":{},"toString":null}}'),
  () => ({ length: 5 }),
  () => ({ length: -1, 0: 'x' }),
  () => parsed('{"toString":1,"valueOf":1}'),
  () => parsed('{"toJSON":"x","constructor":1}'),
  () => ({ size: 2, message: 'x' }),
  () => ({ start: { toString: 1 }, end: [] }),
  () => ({}),
  () => [],
  () => [null],
  () => [[parsed('{"toString":1}')]],
  () => Array.from({ length: 3000 }, (_, at) => at),
  () => parsed(nested(9)),
  () => parsed(nested(40)),
  ...Object.keys(raws).map((name) => () => `@raw:${name}`),
  () => null,
  () => true,
  () => false,
  // Texts.
  () => '',
  () => ' \t\r\n　 ',
  () => '\u200b\u200d\ufeff\u2060',
  () => '\u202e反\u202c',
  () => 'a\0b',
  () => '\ud83d',
  () => '\udc00\ud800',
  () => '😀'.repeat(60),
  () => 'é̂̃'.repeat(40),
  () => '張三丰ﬁ①Ⅷ㍻',
  () => "'; drop table customer; --",
  () => '%_\\%',
  () => '<img src=x onerror=alert(1)>',
  () => '=1+1',
  () => '0x1F',
  () => '1e5',
  () => 'NaN',
  () => '-0',
  () => '１３８１２３４５６７８',
  () => '13812345678',
  () => '+86 138-1234-5678',
  () => '138****5678',
  () => '11010119900307002X',
  () => '2026-02-30',
  () => '9999-12-31',
  () => '-000001-01-01',
  () => '长'.repeat(5000),
  () => 'x'.repeat(100_000),
  () => '1,2,3',
  () => `${'1,'.repeat(20_000)}1`,
  () => ',,,',
  () => '999999999999999',
  // Numbers.
  () => 0,
  () => -1,
  () => 0.1,
  () => 1.5,
  () => 1e308,
  () => -1e308,
  () => 5e-324,
  () => 2_147_483_647,
  () => 2_147_483_648,
  () => -2_147_483_649,
  () => 9_999_999_999,
  () => 99_999_999_999,
  () => Number.MAX_SAFE_INTEGER,
  () => Number.MAX_SAFE_INTEGER + 1,
  () => 2 ** 63,
]

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Makes one to three changes; `fields` are all fields of the call, absent ones included. */
export function mutated(
  random: Random,
  body: Readonly<Record<string, Json>>,
  fields: readonly string[],
): Record<string, Json> {
  const result: Record<string, Json> = structuredClone(body)
  for (let left = random.int(1, 3); left > 0; left--) mutateOnce(random, result, fields)
  return result
}

function mutateOnce(random: Random, body: Record<string, Json>, fields: readonly string[]): void {
  const field = random.pick(fields.length > 0 ? fields : ['surplus'])
  const other = random.pick(fields.length > 0 ? fields : ['surplus'])
  const inner = body[field]
  const kind = random.int(0, 9)
  if (isObject(inner) && Object.keys(inner).length > 0 && kind < 6)
    return mutateOnce(random, inner, Object.keys(inner))
  if (kind === 0) delete body[field]
  else if (kind === 1) body[field] = [inner]
  else if (kind === 2) body[field] = body[other]
  else if (kind === 3) body[field] = typeof inner === 'string' ? Number(inner) : JSON.stringify(inner ?? 7)
  else if (kind === 4 && typeof inner === 'number') body[field] = inner * random.pick([-1, 0.5, 10, 1e6])
  else if (kind === 5) body[`${field}${random.pick(['', '\u200b', '.x', '[0]'])}`] = random.pick(values)()
  else if (kind === 6 && random.chance(0.2)) body[random.pick(odd)] = random.pick(values)()
  else body[field] = random.pick(values)()
}

/** Keys with a meaning in JavaScript. */
const odd = ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', 'length', 'then', '']

/** Headers that no client of ours sends. */
export const oddHeaders: readonly Record<string, string>[] = [
  { 'idempotency-key': '' },
  { 'idempotency-key': 'x' },
  { 'idempotency-key': '../../etc' },
  { 'idempotency-key': '一二三四五六七八' },
  { 'idempotency-key': 'k'.repeat(5000) },
  { authorization: 'Bearer ' },
  { authorization: 'Basic YTpi' },
  { authorization: '\u00e9'.repeat(300) },
  { authorization: 'x'.repeat(5000) },
]
