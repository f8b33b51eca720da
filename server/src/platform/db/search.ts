import { cleanNumber, foldForSearch } from '@showroom/contract/kernel/clean'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { readOnce } from './conditions.ts'
import type { Slots } from './statement.ts'

/** Finds people by part of the name or mobile, using an index on the tokens of the SQL function `search_tokens`. */

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** All substrings of that length; none for shorter texts. */
const pieces = (text: string, length: number): string[] => {
  const characters = Array.from(text)
  return characters.slice(length - 1).map((_, from) => characters.slice(from, from + length).join(''))
}

/** Returns the keyword as a normalised mobile if it is a complete one, otherwise undefined. */
export function wholeMobile(key: string): string | undefined {
  const number = cleanNumber(key)
  return /^1[3-9]\d{9}$/.test(number) ? number : undefined
}

/** Searchable tables: the columns indexed with `search_tokens`, and the id a hit stands for. */
const searched = {
  customer: { name: sql`c.name`, number: sql`c.mobile`, id: sql`coalesce(c.merged_into_id, c.id)` },
  lead: {
    name: sql`c.name`,
    number: sql`coalesce(nullif(c.mobile, ''), c.second_phone)`,
    id: sql`c.id`,
  },
  vehicle_order_buyer: {
    name: sql`c.name || ' ' || c.contact_name`,
    number: sql`c.phone`,
    id: sql`c.order_id`,
  },
} as const

type Searched = (typeof searched)[keyof typeof searched]

/** Form of a keyword. The query text depends on nothing else, so all keywords of a form share one statement with different values. */
export interface Form {
  readonly kind: 'mobile' | 'digits' | 'name' | 'name with digits'
  /** Whether the keyword is long enough for the index. */
  readonly isHeld: boolean
}
export interface KeywordValues {
  /** Tokens that a row must contain. */
  readonly tokens: readonly string[]
  readonly firstToken: readonly string[]
  /** The complete mobile, or the LIKE pattern of a part. */
  readonly match: string
}

/** A list's query with the key replaced by a `Key`. */
export type WithKey<Query> = Omit<Query, 'key'> & { readonly key: Key }

/** Keyword of a list: the typed text, or its slots in a remembered statement. An empty text matches all rows. */
export type Key = string | { readonly form: Form; readonly values: Slots<KeywordValues> }

function kindOf(word: string): Form['kind'] {
  if (isDigits(word)) return 'digits'
  return /[0-9]/.test(word) ? 'name with digits' : 'name'
}

const isDigits = (word: string): boolean => /^\d+$/.test(word)

/** A typed name as names are compared. A keyword of dots alone folds to nothing; as it is, it matches no folded name. */
export const foldedName = (key: string): string => foldForSearch(key) || key

/** The keyword as it is compared: digits of a number however they are grouped, otherwise a folded name. */
function wordOf(key: string): string {
  const number = cleanNumber(key)
  return isDigits(number) ? number : foldedName(key)
}

function readKeyword(dealerId: number, key: string): { form: Form; values: KeywordValues } {
  const whole = wholeMobile(key)
  const word = whole ?? wordOf(key)
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
 * Splits a keyword for `rememberStatements`: its form, which replaces it in the statement's cache key, its values, and the key to write the
 * statement with.
 */
export function formOf(dealerId: number, key: string) {
  if (key === '') return { form: '', values: { tokens: [], firstToken: [], match: '' }, keyIn: () => '' }
  const { form, values } = readKeyword(dealerId, key)
  return { form, values, keyIn: (at: Slots<KeywordValues>): Key => ({ form, values: at }) }
}

/** Condition on the rows that have the tokens. */
function matches(kind: Form['kind'], of: Searched, match: unknown): RawBuilder<unknown> {
  if (kind === 'mobile') return sql`${of.number} = ${match}`
  // Digits are compared with the masked number, so that a search cannot reveal hidden digits (docs/decisions/0016-digit-search.md).
  if (kind === 'digits') return sql`mask_mobile(${of.number}) like ${match}`
  // The same applies to numbers that someone typed into a name.
  return sql`fold_text(${kind === 'name' ? of.name : sql`mask_text(${of.name})`}) like ${match}`
}

/**
 * Whether the key may match thousands of rows in a store, such as a surname or the start of a number. Such results are not sorted by
 * closeness.
 */
export function isWide(key: string): boolean {
  const word = wordOf(key)
  return Array.from(word).length <= (isDigits(word) ? 3 : 1)
}

/** Rank of a matching name, 0 first: equal to the key, starts with it, contains it. Numbers all rank alike. */
export function closeness(key: string, alias: 'c' | 'l' | 'o'): RawBuilder<unknown> {
  const word = wordOf(key)
  // The cast is needed: a bare number in `order by` would be a column position.
  if (isDigits(word)) return sql`0::int`
  const name = sql`fold_text(${sql.ref(`${alias}.name`)})`
  return sql`case when ${name} = ${word} then 0 when ${name} like ${`${escapeLike(word)}%`} then 1 else 2 end`
}

/**
 * Selects the ids of a dealer's rows whose name or number matches the key. A merged customer yields its survivor, so the former name and
 * number find it too.
 */
export function idsByKey(dealerId: number, table: keyof typeof searched, key: Key): RawBuilder<unknown> {
  const { form, values } = typeof key === 'string' ? readKeyword(dealerId, key) : key
  const of = searched[table]
  const holds = (some: unknown) =>
    sql`search_tokens(c.dealer_id, ${of.name}, ${of.number}) @> ${some}::text[]`
  const conditions = [
    sql`c.dealer_id = ${dealerId}`,
    // One or two digits match most mobiles, so no index helps. The first token is checked three times because PostgreSQL estimates 0.5 % of
    // all stores' rows for each such condition, and would rather scan the store's whole primary key for more than some fifty of them: with
    // two conditions from two million rows on, with three from four hundred million (docs/scale.md).
    ...(form.isHeld ? [holds(values.tokens), holds(values.firstToken), holds(values.firstToken)] : []),
    matches(form.kind, of, values.match),
  ]
  const ids = sql`select ${of.id} from ${sql.table(table)} c where ${sql.join(conditions, sql` and `)}`
  // One or two digits would find most of the store: PostgreSQL looks into the rows that the list's other filters leave.
  return form.isHeld ? readOnce(ids) : sql`(${ids})`
}
