import { inflateRawSync } from 'node:zlib'

/** Reads a workbook's archive: checks it before it is unpacked, then unpacks its parts within a limit. */

interface Entry {
  readonly name: string
  readonly method: number
  readonly packed: number
  readonly unpacked: number
  /** Offset of its local header. */
  readonly at: number
}

export type ArchiveProblem = 'notXlsx' | 'password' | 'macros' | 'bomb' | 'unreadable'

const endMark = 0x06054b50
const longEndMark = 0x06064b50
const longLocatorMark = 0x07064b50
const entryMark = 0x02014b50
const localMark = 0x04034b50
/** Maximum number of entries; a workbook has some dozens. */
const mostEntries = 2_000

/** Some writers separate folders by back-slashes. */
const partName = (name: string): string => name.replaceAll('\\', '/').replace(/^\/+/, '')

/** Start and number of the directory; undefined if there is none. Java's writers often use the 64-bit form of the end record. */
function readEnd(bytes: Buffer): { total: number; at: number } | undefined {
  // The end record is last, except for a comment of up to 64 KB.
  let end = bytes.length - 22
  const earliest = Math.max(0, end - 0xffff)
  while (end >= earliest && bytes.readUInt32LE(end) !== endMark) end -= 1
  if (end < earliest) return undefined
  const total = bytes.readUInt16LE(end + 10)
  // The count for this part of a split archive. If the two differ, the directory does not list every part.
  if (bytes.readUInt16LE(end + 8) !== total) return undefined
  const at = bytes.readUInt32LE(end + 16)
  if (total !== 0xffff && at !== 0xffffffff) return { total, at }
  const locator = end - 20
  if (locator < 0 || bytes.readUInt32LE(locator) !== longLocatorMark) return undefined
  const long = Number(bytes.readBigUInt64LE(locator + 8))
  if (long + 56 > bytes.length || bytes.readUInt32LE(long) !== longEndMark) return undefined
  return {
    total: Number(bytes.readBigUInt64LE(long + 32)),
    at: Number(bytes.readBigUInt64LE(long + 48)),
  }
}

/** Returns those of an entry's sizes that are too long for 32 bits, or written as if they were, in their fixed order. */
function longSizes(extra: Buffer, sizes: readonly number[]): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    let next = at + 4
    return sizes.map((size) => {
      if (size !== 0xffffffff || next + 8 > extra.length) return size
      next += 8
      return Number(extra.readBigUInt64LE(next - 8))
    })
  }
  return [...sizes]
}

/** Reads the archive's directory; undefined if it is not an archive. */
function readEntries(bytes: Buffer): Entry[] | undefined {
  if (bytes.length < 22 || bytes.readUInt32LE(0) !== localMark) return undefined
  const end = readEnd(bytes)
  if (!end) return undefined
  const entries: Entry[] = []
  let { at } = end
  for (let index = 0; index < end.total; index += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entryMark) return undefined
    const extra = at + 46 + bytes.readUInt16LE(at + 28)
    const next = extra + bytes.readUInt16LE(at + 30)
    const [unpacked = 0, packed = 0, local = 0] = longSizes(
      bytes.subarray(extra, next),
      [24, 20, 42].map((offset) => bytes.readUInt32LE(at + offset)),
    )
    entries.push({
      name: partName(bytes.toString('utf8', at + 46, extra)),
      method: bytes.readUInt16LE(at + 10),
      packed,
      unpacked,
      at: local,
    })
    at = next + bytes.readUInt16LE(at + 32)
  }
  return entries
}

const compoundMark = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
const encryptedPart = Buffer.from('EncryptedPackage', 'utf16le')
const typesPart = '[content_types].xml'

/** Checks the archive's directory only, which is cheap and unpacks nothing. Undefined if there is no problem. */
export function archiveProblem(bytes: Buffer, maxUnpacked: number): ArchiveProblem | undefined {
  // A spreadsheet program encrypts a workbook into a compound file, which older workbooks (.xls) are, too.
  if (bytes.subarray(0, 4).equals(compoundMark)) return bytes.includes(encryptedPart) ? 'password' : 'notXlsx'
  const entries = readEntries(bytes)
  if (!entries?.some(({ name }) => name.toLowerCase() === typesPart)) return 'notXlsx'
  if (entries.some(({ name }) => /^xl\/workbook\.bin$/i.test(name))) return 'notXlsx'
  if (entries.some(({ name }) => /vbaProject[^/]*$|macrosheets\//i.test(name))) return 'macros'
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0)
  return unpacked > maxUnpacked || entries.length > mostEntries ? 'bomb' : undefined
}

export type Parts = ReadonlyMap<string, Buffer>

/**
 * Unpacks every part within the limit, whatever the directory claims, so a part with a false size stops at the limit. Text parts are
 * returned in UTF-8. Also finds problems of the content: macros under other names, and entity definitions, which no workbook has.
 */
export function unpack(
  bytes: Buffer,
  maxUnpacked: number,
): { readonly problem: ArchiveProblem } | { readonly parts: Parts } {
  const problem = archiveProblem(bytes, maxUnpacked)
  if (problem) return { problem }
  const parts = new Map<string, Buffer>()
  let left = maxUnpacked
  for (const entry of readEntries(bytes) ?? []) {
    if (entry.name.endsWith('/')) continue
    const content = contentOf(bytes, entry, left)
    if (!Buffer.isBuffer(content)) return { problem: content }
    left -= content.length
    if (left < 0) return { problem: 'bomb' }
    const isText = /\.(?:xml|rels)$/i.test(entry.name)
    const part = isText ? inUtf8(content) : content
    if (isText && /<!(?:DOCTYPE|ENTITY)/i.test(part.toString('latin1', 0, 4096)))
      return { problem: 'unreadable' }
    parts.set(entry.name, part)
  }
  const fault = macrosOrOther(parts)
  return fault ? { problem: fault } : { parts }
}

function contentOf(bytes: Buffer, { at, method, packed }: Entry, most: number): Buffer | ArchiveProblem {
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== localMark) return 'unreadable'
  const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  const content = bytes.subarray(start, start + packed)
  if (method === 0) return content
  try {
    return inflateRawSync(content, { maxOutputLength: Math.max(1, most) })
  } catch (error) {
    return (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? 'bomb' : 'unreadable'
  }
}

/** Text parts may be UTF-16, with or without a byte order mark. */
function inUtf8(part: Buffer): Buffer {
  const [first = 0, second = 0] = part
  const isLittle = (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)
  if (!isLittle && !isBig) return part
  const text = new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(part)
  return Buffer.from(text.replace(/^<\?xml[^>]*\?>/, ''))
}

const relation = /<(?:\w+:)?Relationship\s[^>]*>/g
const macroType = /Type\s*=\s*["'][^"']*\/(?:vbaProject|xl(?:Intl)?Macrosheet)["']/i

/** Finds macros by the relationships to parts that are there: the word in a content type alone is in every workbook of SheetJS. */
function macrosOrOther(parts: Parts): ArchiveProblem | undefined {
  const files = new Set([...parts.keys()].map((name) => name.split('/').at(-1)?.toLowerCase()))
  for (const [name, part] of parts) {
    if (name.toLowerCase() === typesPart) {
      const types = part.toString()
      if (/wordprocessingml|presentationml/.test(types) && !types.includes('spreadsheetml')) return 'notXlsx'
    }
    if (!name.endsWith('.rels')) continue
    for (const [tag] of part.toString().matchAll(relation)) {
      const target = /Target\s*=\s*["']([^"']*)["']/i.exec(tag)?.[1] ?? ''
      if (macroType.test(tag) && files.has(target.split(/[/\\]/).at(-1)?.toLowerCase())) return 'macros'
    }
  }
  return undefined
}
