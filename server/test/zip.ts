import { crc32, deflateRawSync } from 'node:zlib'

/** Builds an archive by hand, so that its headers can be wrong. */
export function makeZip(
  parts: Record<string, string | Buffer>,
  { claimed, counted, isLong }: { claimed?: number; counted?: number; isLong?: boolean } = {},
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
    const long = Buffer.alloc(isLong ? 28 : 0)
    if (isLong) {
      // The 64-bit form, which Java's writers use for archives of any size.
      long.writeUInt16LE(1, 0)
      long.writeUInt16LE(24, 2)
      for (const [index, offset] of [24, 20, 42].entries()) {
        long.writeBigUInt64LE(BigInt(entry.readUInt32LE(offset)), 4 + index * 8)
        entry.writeUInt32LE(0xffffffff, offset)
      }
      entry.writeUInt16LE(long.length, 30)
    }
    locals.push(local, title, packed)
    directory.push(entry, title, long)
    at += 30 + title.length + packed.length
  }
  const end = Buffer.alloc(22)
  const longEnd = Buffer.alloc(isLong ? 76 : 0)
  const size = directory.reduce((sum, part) => sum + part.length, 0)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(parts).length, 8)
  end.writeUInt16LE(counted ?? Object.keys(parts).length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  if (isLong) {
    longEnd.writeUInt32LE(0x06064b50, 0)
    longEnd.writeBigUInt64LE(BigInt(Object.keys(parts).length), 32)
    longEnd.writeBigUInt64LE(BigInt(at), 48)
    longEnd.writeUInt32LE(0x07064b50, 56)
    longEnd.writeBigUInt64LE(BigInt(at + size), 64)
    end.writeUInt32LE(0xffffffff, 16)
  }
  return Buffer.concat([...locals, ...directory, longEnd, end])
}
