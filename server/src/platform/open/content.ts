import { createHash } from 'node:crypto'

/** An id made of a delivery's content, for senders that send none: the same content in any order of its fields has the same id. */
export const contentId = (content: unknown): string =>
  `auto-${createHash('sha256')
    .update(JSON.stringify(sorted(content)) ?? '')
    .digest('hex')
    .slice(0, 40)}`

function sorted(content: unknown): unknown {
  if (Array.isArray(content)) return content.map(sorted)
  if (typeof content !== 'object' || content === null) return content
  return Object.entries(content)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, value]) => [key, sorted(value)])
}
