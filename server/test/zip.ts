import { crc32, deflateRawSync } from 'node:zlib'

/** Builds an archive by hand, so that its headers can be wrong. */
export function makeZip(
  parts: Record<string, string | Buffer>,
  { claimed, counted }: { claimed?: number; counted?: number } = {},
): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const title = Buffer.from(name)
    const sizes = Buffer.alloc(16)
    sizes.writeUInt32LE(crc32(bytes), 0)
    sizes.writeUInt32LE(packed.length, 4)
    sizes.writeUInt32LE(Math.min(bytes.length, claimed ?? bytes.length), 8)
    sizes.writeUInt16LE(title.length, 12)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(20, 4)
    local.writeUInt16LE(8, 8)
    sizes.copy(local, 14)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(20, 6)
    entry.writeUInt16LE(8, 10)
    sizes.copy(entry, 16)
    entry.writeUInt32LE(at, 42)
    locals.push(local, title, packed)
    directory.push(entry, title)
    at += 30 + title.length + packed.length
  }
  const end = Buffer.alloc(22)
  const size = directory.reduce((sum, part) => sum + part.length, 0)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(parts).length, 8)
  end.writeUInt16LE(counted ?? Object.keys(parts).length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, ...directory, end])
}
