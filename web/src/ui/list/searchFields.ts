import { z } from 'zod'

/** The fields of a list's address: how they are declared, read and written. */

/** Words, ids, a range. A value that makes no sense is dropped instead of breaking the page. */
export const word = z
  .union([z.string().max(400), z.number()])
  .transform(String)
  .optional()
  .catch(undefined)

/** A number from 0 to `max`. */
export const code = (max: number) => z.coerce.number().int().min(0).max(max).optional().catch(undefined)

/** Page, rows a page. */
export const pageFields = { p: code(1e6), n: code(50) }

export const pageSizes = [10, 20, 30, 50]

export interface Page {
  pageStart: number
  pageCount: number
}

export const readPage = ({ p, n }: { p?: number | undefined; n?: number | undefined }): Page => ({
  pageStart: Math.max(1, p ?? 1),
  pageCount: n && pageSizes.includes(n) ? n : 10,
})

export const readIds = (value: string | undefined): number[] =>
  [...new Set((value ?? '').split(',').map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0)

/** Those of the known words that the address says. */
export const readKnown = (value: string | undefined, known: readonly string[]): string[] =>
  [...new Set((value ?? '').split(','))].filter((one) => known.includes(one))

/** Key, value, and the value that is left out. */
type Said = readonly [key: string, value: string | number, absent: string | number]

/** An address that says only what was chosen. */
export const shortSearch = (page: Page, said: readonly Said[]): Record<string, string | number> =>
  Object.fromEntries(
    [...said, ['p', page.pageStart, 1] as const, ['n', page.pageCount, 10] as const]
      .filter(([, value, absent]) => value !== absent)
      // A lone id goes as a number: the router would put quotes around a string of digits.
      .map(([key, value]) => [key, /^\d{1,15}$/.test(String(value)) ? Number(value) : value]),
  )
