import { numberPattern } from '@showroom/contract/kernel/mask'
import type { RootName } from '../tables/words.ts'
import type { Person } from './personal.ts'

/** Regular expressions, of PostgreSQL and JavaScript, that find a person in texts. */

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\-]/g, String.raw`\$&`)

/** Shorter numbers and ids are parts of too many others. */
const leastDigits = 7
const leastLetters = 5

function patternOf(number: string): string[] {
  // Senders write + for 00.
  if (/^00\d+$/.test(number)) return [numberPattern(number), ...patternOf(number.slice(2))]
  if (/^\d+$/.test(number)) return number.length < leastDigits ? [] : [numberPattern(number)]
  return number.length < leastLetters ? [] : [`(?<![A-Za-z0-9_-])${escape(number)}(?![A-Za-z0-9_-])`]
}

/** Finds the numbers in a text, upper or lower case; one that matches nothing if there are none to look for. */
export const numbersPattern = ({ numbers }: Pick<Person, 'numbers'>): string =>
  numbers.flatMap(patternOf).join('|') || '(?!)'

/** Forms of address and words for anyone, which name no one. */
const unnamed = /(?:先生|女士|小姐|太太|老板|师傅|经理|顾问|客户|用户|车主|朋友|匿名|未知|测试|删除|总)$/

/** Whether a text names a person: two to six Chinese characters, or five Latin letters and more. */
export const isSearchable = (name: string): boolean =>
  (/^[\p{Script=Han}·]{2,6}$/u.test(name) && !unnamed.test(name)) || /^[A-Za-z][A-Za-z .'-]{4,}$/.test(name)

/** Finds the names in a text; one that matches nothing if there are none to look for. */
export const namesPattern = ({ names = [] }: Pick<Person, 'names'>): string =>
  names
    .map((name) => (/[A-Za-z]$/.test(name) ? `(?<![A-Za-z])${escape(name)}(?![A-Za-z])` : escape(name)))
    .join('|') || '(?!)'

/** Finds numbers and names in a text. */
export const personPattern = (person: Person): string => `${numbersPattern(person)}|${namesPattern(person)}`

/** Names of the ids in JSON. */
const idNames: Readonly<Record<RootName, string>> = {
  customer: 'customer_?ids?',
  lead: '(?:lead|clue)_?ids?',
  order: 'order_?ids?',
}

/** Finds the numbers and names in JSON, or an id of the person's records by its name. */
export function jsonPattern(person: Person): string {
  const ids = (Object.entries(idNames) as [RootName, string][]).flatMap(([root, name]) =>
    person[root].length > 0
      ? [`"${name}": ?\\[?[0-9, ]*(?<![0-9])(?:${person[root].join('|')})(?![0-9])`]
      : [],
  )
  return [personPattern(person), ...ids].join('|')
}
