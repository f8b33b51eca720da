import { maskMobile } from '@showroom/contract/kernel/mask'

/**
 * A file has one field for further numbers. A merge may store several there, separated by one space. A single number may contain spaces
 * as typed.
 */
export const several = /^\S{7,}( \S{7,})+$/

const split = (text: string): string[] => (several.test(text) ? text.split(' ') : text === '' ? [] : [text])
const bare = (number: string): string => number.replaceAll(/[\s-]/g, '')

interface Numbers {
  readonly mobile: string
  readonly secondPhone: string
}

/** Joins the numbers of two files without loss or duplicates. `kept` are the slave's numbers that were added to the second phone. */
export function joinNumbers(master: Numbers, slave: Numbers): Numbers & { readonly kept: readonly string[] } {
  const mobile = master.mobile || slave.mobile
  const own = split(master.secondPhone)
  const seen = new Set([mobile, ...own].map(bare))
  const others: string[] = []
  for (const number of [slave.mobile, ...split(slave.secondPhone)].map(bare))
    if (number !== '' && !seen.has(number)) {
      seen.add(number)
      others.push(number)
    }
  if (others.length === 0) return { mobile, secondPhone: master.secondPhone, kept: others }
  const numbers = [...own.map((number) => number.replaceAll(/\s/g, '')), ...others]
  return { mobile, secondPhone: numbers.join(' '), kept: others }
}

/** Masks each number separately. */
export const maskNumbers = (text: string): string => split(text).map(maskMobile).join(' ')
