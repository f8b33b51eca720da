import { numberPattern } from '@showroom/contract/kernel/mask'
import type { RootName } from '../tables/words.ts'
import type { Person } from './personal.ts'

/** Regular expressions, of PostgreSQL and JavaScript, that find a person in texts. */

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\-]/g, String.raw`\$&`)

/** Shorter numbers and ids are parts of too many others. */
const leastDigits = 7
const leastLetters = 5

function patternOf(number: string): string[] {
  if (/^\d+$/.test(number)) return number.length < leastDigits ? [] : [numberPattern(number)]
  return number.length < leastLetters ? [] : [`(?<![A-Za-z0-9_-])${escape(number)}(?![A-Za-z0-9_-])`]
}

/** Finds the numbers in a text, upper or lower case; one that matches nothing if there are none to look for. */
export const numbersPattern = ({ numbers }: Pick<Person, 'numbers'>): string =>
  numbers.flatMap(patternOf).join('|') || '(?!)'

/** Names of the ids in JSON. */
const idNames: Readonly<Record<RootName, string>> = {
  customer: 'customer_?ids?',
  lead: '(?:lead|clue)_?ids?',
  order: 'order_?ids?',
}

/** Finds the numbers in JSON, or an id of the person's records by its name. */
export function jsonPattern(person: Person): string {
  const ids = (Object.entries(idNames) as [RootName, string][]).flatMap(([root, name]) =>
    person[root].length > 0
      ? [`"${name}": ?\\[?[0-9, ]*(?<![0-9])(?:${person[root].join('|')})(?![0-9])`]
      : [],
  )
  return [numbersPattern(person), ...ids].join('|')
}
