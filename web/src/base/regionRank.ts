import { contains } from '../ui/found'
import type { Region } from './base.queries'

/** Names as people type them: 浙江杭州余杭. */
const shortOf = (name: string): string => name.replace(/(.)[省市区县]$/, '$1')
const plainOf = (text: string): string => text.replaceAll(/[省市区县]/g, '')

const isFound = (names: readonly string[], typed: string): boolean =>
  contains(names.join(''), typed) || contains(names.map(shortOf).join(''), typed)

/** How well a path answers what was typed: its own name, a name that ends it, a name above it. Undefined if none of them does. */
function fitOf(names: readonly string[], typed: string): number | undefined {
  const [name = '', ...above] = names.toReversed()
  if (name === typed || shortOf(name) === typed) return 0
  if (isFound(names, typed)) return isFound(above.toReversed(), typed) ? 2 : 1
  const plain = plainOf(typed)
  return plain && contains(plainOf(names.join('')), plain) ? 3 : undefined
}

/** Ranks the regions found for a typed text. Of equal names, such as 西湖区, that of the store's own city or province comes first. */
export const regionRankOf =
  (own: Region | undefined) =>
  (names: readonly string[], typed: string): number | undefined => {
    const fit = fitOf(names, typed.replaceAll(/[\s/]/g, ''))
    const [province, city] = names
    const distance = province !== own?.province ? 2 : city !== own?.city ? 1 : 0
    return fit === undefined ? undefined : fit * 3 + distance
  }
