import { normalizeMobile } from '@showroom/contract/kernel/mobile'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Slots } from './statement.ts'

/** Finding people by a part of the name or of the mobile, from an index over the tokens that SQL's `search_tokens` makes. */

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** All pieces of that length. Shorter texts have none. */
const pieces = (text: string, length: number): string[] => {
  const characters = Array.from(text)
  return characters.slice(length - 1).map((_, from) => characters.slice(from, from + length).join(''))
}

/** The keyword as a whole mobile, however it was written; undefined for anything else. */
export function wholeMobile(key: string): string | undefined {
  const number = normalizeMobile(key)
  return /^1[3-9]\d{9}$/.test(number) ? number : undefined
}

/** The tables that are searched, each with an index over `search_tokens` of these, and with what a row is found as. */
const searched = {
  customer: { name: sql`c.name`, number: sql`c.mobile`, id: sql`coalesce(c.merged_into_id, c.id)` },
  lead: { name: sql`c.name`, number: sql`c.mobile`, id: sql`c.id` },
  vehicle_order_buyer: {
    name: sql`c.name || ' ' || c.contact_name`,
    number: sql`c.phone`,
    id: sql`c.order_id`,
  },
} as const

type Searched = (typeof searched)[keyof typeof searched]

/** How a keyword is looked for depends on nothing else: all of a form have one statement, with values of their own. */
export interface Form {
  readonly kind: 'mobile' | 'digits' | 'name' | 'name with digits'
  /** Is long enough for the index. */
  readonly isHeld: boolean
}
export interface KeywordValues {
  /** The tokens that a row must have. */
  readonly tokens: readonly string[]
  readonly firstToken: readonly string[]
  /** The whole mobile, or the pattern of a part. */
  readonly match: string
}

/** A list's question with the key in either form. */
export type WithKey<Query> = Omit<Query, 'key'> & { readonly key: Key }

/** What a list is asked for by: the keyword as it was typed, or what stands for it in a statement that is remembered. Empty: all. */
export type Key = string | { readonly form: Form; readonly values: Slots<KeywordValues> }

function kindOf(word: string): Form['kind'] {
  if (/^\d+$/.test(word)) return 'digits'
  return /[0-9]/.test(word.normalize('NFKC')) ? 'name with digits' : 'name'
}

function readKeyword(dealerId: number, key: string): { form: Form; values: KeywordValues } {
  const whole = wholeMobile(key)
  const word = whole ?? key.toLowerCase()
  const kind = whole ? 'mobile' : kindOf(word)
  const isNumber = kind === 'mobile' || kind === 'digits'
  const tokens = pieces(word, isNumber ? 3 : Math.min(2, Array.from(word).length)).map(
    (token) => `${dealerId}:${token}`,
  )
  const match = whole ?? `%${escapeLike(word)}%`
  return {
    form: { kind, isHeld: tokens.length > 0 },
    values: { tokens, firstToken: tokens.slice(0, 1), match },
  }
}

/**
 * For `rememberStatements`: a keyword's form, which belongs to the question in its place, the values it brings, and the key that the
 * statement is written with.
 */
export function formOf(dealerId: number, key: string) {
  if (key === '') return { form: '', values: { tokens: [], firstToken: [], match: '' }, keyIn: () => '' }
  const { form, values } = readKeyword(dealerId, key)
  return { form, values, keyIn: (at: Slots<KeywordValues>): Key => ({ form, values: at }) }
}

/** What is looked at of the rows that have the tokens. */
function matches(kind: Form['kind'], of: Searched, match: unknown): RawBuilder<unknown> {
  if (kind === 'mobile') return sql`${of.number} = ${match}`
  // Digits are looked for in the number as it is shown: a search must not tell what the mask hides (docs/decisions/0016-digit-search.md).
  if (kind === 'digits') return sql`mask_mobile(${of.number}) like ${match}`
  // Nor in a name that somebody wrote a number into.
  return sql`lower(${kind === 'name' ? of.name : sql`mask_text(${of.name})`}) like ${match}`
}

/** Whether the key may find thousands in a store, a surname or the beginning of a number: they are not put in order by closeness. */
export const isWide = (key: string): boolean => Array.from(key).length <= (/^\d+$/.test(key) ? 3 : 1)

/** How close the name of a row that the key finds is to it, 0 first: the whole of it, its beginning, any part. Numbers are all as close. */
export function closeness(key: string, alias: 'c' | 'l' | 'o'): RawBuilder<unknown> {
  const word = key.toLowerCase()
  // Cast: a bare number to order by would be a column's place.
  if (wholeMobile(key) || /^\d+$/.test(word)) return sql`0::int`
  const name = sql`lower(${sql.ref(`${alias}.name`)})`
  return sql`case when ${name} = ${word} then 0 when ${name} like ${`${escapeLike(word)}%`} then 1 else 2 end`
}

/**
 * The ids of a dealer's rows that the key finds by name or number. A customer merged into another is that other one, which is found by the
 * former name and number, too.
 */
export function idsByKey(dealerId: number, table: keyof typeof searched, key: Key): RawBuilder<unknown> {
  const { form, values } = typeof key === 'string' ? readKeyword(dealerId, key) : key
  const of = searched[table]
  const holds = (some: unknown) =>
    sql`search_tokens(c.dealer_id, ${of.name}, ${of.number}) @> ${some}::text[]`
  const conditions = [
    sql`c.dealer_id = ${dealerId}`,
    // One or two digits are in most mobiles: no index helps. The first token is asked for twice because PostgreSQL believes of any
    // one such condition that it leaves 0.5 % of all stores' rows, and would rather read the store's whole primary key.
    ...(form.isHeld ? [holds(values.tokens), holds(values.firstToken)] : []),
    matches(form.kind, of, values.match),
  ]
  return sql`(select ${of.id} from ${sql.table(table)} c where ${sql.join(conditions, sql` and `)})`
}
