import { z } from 'zod'
import { cleanText } from '../kernel/clean.ts'

/** Tags of a customer: words separated by spaces. */

export const tagsMax = 200

export const tagsIn = (tags: string): string[] => [...new Set(tags.split(/[\s,，、]+/).filter(Boolean))]

export const Tags = z
  .string()
  .overwrite(cleanText)
  .max(tagsMax, `不能超过${tagsMax}个字`)
  .transform((tags) => tagsIn(tags).join(' '))

/** Returns a customer's tags after adding and removing some. */
export function changeTags(tags: string, add: string, drop: string): string {
  const gone = new Set(tagsIn(drop))
  return [...new Set([...tagsIn(tags), ...tagsIn(add)])].filter((tag) => !gone.has(tag)).join(' ')
}
