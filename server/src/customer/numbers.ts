import { maskMobile } from '@showroom/contract/kernel/mask'
import { sql } from 'kysely'

/**
 * A file has one field for numbers beside the mobile. A merge may leave several there, one space between them; a single number may
 * have spaces of its own, as people write them.
 */
const several = /^\S{7,}( \S{7,})+$/

const split = (text: string): string[] => (several.test(text) ? text.split(' ') : text === '' ? [] : [text])
const bare = (number: string): string => number.replaceAll(/[\s-]/g, '')

interface Numbers {
  readonly mobile: string
  readonly secondPhone: string
}

/** The numbers of two files as one: none is lost, none stands there twice. `kept` are those of the slave that the second field took in. */
export function joinNumbers(master: Numbers, slave: Numbers): Numbers & { readonly kept: readonly string[] } {
  const mobile = master.mobile || slave.mobile
  const own = split(master.secondPhone)
  const known = new Set([mobile, ...own].map(bare))
  const kept: string[] = []
  for (const number of [slave.mobile, ...split(slave.secondPhone)].map(bare))
    if (number !== '' && !known.has(number)) {
      known.add(number)
      kept.push(number)
    }
  if (kept.length === 0) return { mobile, secondPhone: master.secondPhone, kept }
  const numbers = [...own.map((number) => number.replaceAll(/\s/g, '')), ...kept]
  return { mobile, secondPhone: numbers.join(' '), kept }
}

/** Each number masked by itself. */
export const maskNumbers = (text: string): string => split(text).map(maskMobile).join(' ')

/** The same in a query, of customer `c`. */
export const maskedSecondPhone = sql`case
  when c.second_phone ~ ${sql.lit(several.source)}
  then (select string_agg(mask_mobile(n.phone), ' ') from unnest(string_to_array(c.second_phone, ' ')) as n (phone))
  else mask_mobile(c.second_phone) end`
