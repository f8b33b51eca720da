/**
 * Removes metadata from pictures: place, device, time, comments, embedded previews, and everything after the picture's end (videos of
 * live photos). Pixels and colour profile stay as they are. Undefined for content that is no such picture.
 */

/** Segments that browsers need to draw a JPEG: resolution, colour profile, colour space. */
const keptSegments: Readonly<Record<number, string>> = {
  0xe0: 'JFIF\0',
  0xe2: 'ICC_PROFILE\0',
  0xee: 'Adobe',
}
const isMetadata = (marker: number): boolean => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe

export function cleanJpeg(given: Uint8Array): Buffer | undefined {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const parts = [bytes.subarray(0, 2)]
  let isDrawn = false
  for (let at = 2; ;) {
    const marker = bytes[at] === 0xff ? bytes[at + 1] : undefined
    // A picture that ends early is still drawn as far as it goes.
    if (marker === 0xd9 || (isDrawn && at >= bytes.length)) {
      parts.push(bytes.subarray(at, at + 2))
      return isDrawn ? Buffer.concat(parts) : undefined
    }
    if (marker === undefined || at + 4 > bytes.length) return undefined
    // Any number of fill bytes may stand before a marker.
    if (marker === 0xff) {
      at++
      continue
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end < at + 4 || end > bytes.length) return undefined
    const next = marker === 0xda ? endOfScan(bytes, end) : end
    const segment = bytes.subarray(at, next)
    const content = segment.subarray(4)
    if (!isMetadata(marker) || startsWith(content, keptSegments[marker])) parts.push(segment)
    else if (marker === 0xe1 && startsWith(content, 'Exif\0\0')) parts.push(orientationSegment(content))
    isDrawn ||= marker === 0xda
    at = next
  }
}

const startsWith = (content: Buffer, start: string | undefined): boolean =>
  start !== undefined && content.toString('latin1', 0, start.length) === start

/** The position of the marker that ends a scan's data. Within it 0xFF is followed by 0, or by a restart marker. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1] ?? 0
    if (marker !== 0 && marker !== 0xff && (marker < 0xd0 || marker > 0xd7)) return at
  }
  return bytes.length
}

/** An Exif segment with the orientation alone, so that the picture stays upright; empty for a picture that is upright. */
function orientationSegment(exif: Buffer): Buffer {
  const orientation = orientationOf(exif.subarray(6))
  if (!(orientation > 1 && orientation <= 8)) return Buffer.alloc(0)
  const segment = Buffer.from(
    'ffe100224578696600004d4d002a00000008000101120003000000010000000000000000',
    'hex',
  )
  segment.writeUInt16BE(orientation, 28)
  return segment
}

/** The orientation in Exif's TIFF structure; 1, upright, if there is none. */
function orientationOf(tiff: Buffer): number {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  try {
    const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
    for (let entry = directory + 2; entry < directory + 2 + 12 * short(directory); entry += 12)
      if (short(entry) === 0x0112) return short(entry + 8)
  } catch {
    // Offsets that point outside the segment.
  }
  return 1
}

/** Chunks of a PNG that decide what is drawn. */
const keptChunks = new Set('IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB bKGD pHYs'.split(' '))

export function cleanPng(given: Uint8Array): Buffer | undefined {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const parts = [bytes.subarray(0, 8)]
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (end > bytes.length || !/^[A-Za-z]{4}$/.test(type)) return undefined
    if (keptChunks.has(type)) parts.push(bytes.subarray(at, end))
    if (type === 'IEND') return Buffer.concat(parts)
    at = end
  }
  return undefined
}
