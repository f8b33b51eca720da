import { normalizeMobile } from '@showroom/contract/kernel/mobile'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

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

/** What has the tokens, how long those are, and what is then looked at. */
function matching(
  key: string,
  of: Searched,
): { word: string; tokenLength: number; condition: RawBuilder<unknown> } {
  const whole = wholeMobile(key)
  if (whole) return { word: whole, tokenLength: 3, condition: sql`${of.number} = ${whole}` }
  const word = key.toLowerCase()
  const part = `%${escapeLike(word)}%`
  // Digits are looked for in the number as it is shown: a search must not tell what the mask hides (docs/decisions/0016-keyword-of-digits.md).
  if (/^\d+$/.test(word))
    return { word, tokenLength: 3, condition: sql`mask_mobile(${of.number}) like ${part}` }
  // Nor in a name that somebody wrote a number into.
  const name = /[0-9]/.test(word.normalize('NFKC')) ? sql`mask_text(${of.name})` : of.name
  return {
    word,
    tokenLength: Math.min(2, Array.from(word).length),
    condition: sql`lower(${name}) like ${part}`,
  }
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
 * The ids of a dealer's rows that the key finds by name or number. A customer merged into another is that other one, found by the number
 * only: the old name is shown nowhere.
 */
export function idsByKey(dealerId: number, table: keyof typeof searched, key: string): RawBuilder<unknown> {
  const of = searched[table]
  const { word, tokenLength, condition } = matching(key, of)
  const held = pieces(word, tokenLength).map((token) => `${dealerId}:${token}`)
  const holds = (some: readonly string[]) =>
    sql`search_tokens(c.dealer_id, ${of.name}, ${of.number}) @> ${some}::text[]`
  const byName = !/^\d+$/.test(word)
  const conditions = [
    sql`c.dealer_id = ${dealerId}`,
    // One or two digits are in most mobiles: no index helps. The first token is asked for twice because PostgreSQL believes of any
    // one such condition that it leaves 0.5 % of all stores' rows, and would rather read the store's whole primary key.
    ...(held.length > 0 ? [holds(held), holds(held.slice(0, 1))] : []),
    condition,
    ...(table === 'customer' && byName ? [sql`c.merged_into_id is null`] : []),
  ]
  return sql`(select ${of.id} from ${sql.table(table)} c where ${sql.join(conditions, sql` and `)})`
}
