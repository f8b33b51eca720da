import { inflateRawSync } from 'node:zlib'

/** Inspects a workbook's archive before it is unpacked: its contents, and its unpacked size. */

interface Entry {
  readonly name: string
  readonly method: number
  readonly packed: number
  readonly unpacked: number
  /** Offset of its local header. */
  readonly at: number
}

export type ArchiveProblem = 'notXlsx' | 'macros' | 'bomb' | 'unreadable'

const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50
/** Maximum number of entries; a workbook has some dozens. */
const mostEntries = 2_000

/** Reads the archive's directory; undefined if it is not an archive. */
function readEntries(bytes: Buffer): Entry[] | undefined {
  if (bytes.length < 22 || bytes.readUInt32LE(0) !== localMark) return undefined
  // The end record is last, except for a comment of up to 64 KB.
  let end = bytes.length - 22
  const earliest = Math.max(0, end - 0xffff)
  while (end >= earliest && bytes.readUInt32LE(end) !== endMark) end -= 1
  if (end < earliest) return undefined
  const total = bytes.readUInt16LE(end + 10)
  // The count for this part of a split archive. If the two differ, an unpacker might find other parts than those checked here.
  if (bytes.readUInt16LE(end + 8) !== total) return undefined
  const entries: Entry[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let index = 0; index < total; index += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entryMark) return undefined
    const nameLength = bytes.readUInt16LE(at + 28)
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** Checks the archive's directory only, which is cheap and unpacks nothing. Undefined if there is no problem. */
export function archiveProblem(bytes: Buffer, maxUnpacked: number): ArchiveProblem | undefined {
  const entries = readEntries(bytes)
  if (!entries) return 'notXlsx'
  const names = new Set(entries.map(({ name }) => name))
  if (!names.has('[Content_Types].xml') || !names.has('xl/workbook.xml')) return 'notXlsx'
  if (entries.some(({ name }) => /vbaProject|macrosheets\//i.test(name))) return 'macros'
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0)
  return unpacked > maxUnpacked || entries.length > mostEntries ? 'bomb' : undefined
}

/**
 * Unpacks every part within the limit, whatever the directory claims, so a part with a false size stops at the limit. Also finds problems
 * of the content: declared macros, and entity definitions, which no workbook has.
 */
export function contentProblem(bytes: Buffer, maxUnpacked: number): ArchiveProblem | undefined {
  let left = maxUnpacked
  for (const entry of readEntries(bytes) ?? []) {
    if (entry.at + 30 > bytes.length || bytes.readUInt32LE(entry.at) !== localMark) return 'unreadable'
    const start = entry.at + 30 + bytes.readUInt16LE(entry.at + 26) + bytes.readUInt16LE(entry.at + 28)
    const packed = bytes.subarray(start, start + entry.packed)
    let content: Buffer
    try {
      content = entry.method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, left) })
    } catch (error) {
      return (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? 'bomb' : 'unreadable'
    }
    left -= content.length
    if (left < 0) return 'bomb'
    if (entry.name === '[Content_Types].xml' && content.includes('macroEnabled')) return 'macros'
    if (
      /\.(?:xml|rels)$/.test(entry.name) &&
      /<!(?:DOCTYPE|ENTITY)/i.test(content.toString('latin1', 0, 4096))
    )
      return 'unreadable'
  }
  return undefined
}
