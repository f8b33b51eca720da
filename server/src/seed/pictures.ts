import { crc32, deflateSync } from 'node:zlib'
import { proofSources } from '@showroom/contract/customer/customer.rules'
import type { FileStore } from '../platform/files/files.ts'
import { demoDealers } from './network.ts'
import { Random } from './random.ts'

/** Proof images of the demo's new-media customers: painted screenshots of a chat, without a person in them. */

const perDealer = 6
/** Size of a screenshot in pixels. */
const width = 360
const height = 640

type Colour = readonly [number, number, number]
const paper: Colour = [237, 237, 237]
const bar: Colour = [247, 247, 247]
const ink: Colour = [60, 70, 78]
const theirs: Colour = [255, 255, 255]
const ours: Colour = [149, 236, 105]
const faces: readonly Colour[] = [
  [11, 92, 107],
  [214, 137, 16],
  [122, 93, 168],
  [70, 130, 180],
]

const keyOf = (dealerId: number, index: number): string =>
  `image/${dealerId}/00000000-0000-4000-8000-${String(index).padStart(12, '0')}.png`

/** Image keys of a customer's file; none for sources that need no proof. */
export const proofImagesOf = (dealerId: number, fromSource: number, customerId: number): string[] => {
  if (!proofSources.includes(fromSource)) return []
  const first = customerId % perDealer
  return customerId % 3 === 0
    ? [keyOf(dealerId, first), keyOf(dealerId, (first + 1) % perDealer)]
    : [keyOf(dealerId, first)]
}

const signatures = 3

/** Image key of the signature under a test drive's agreement. */
export const signatureOf = (dealerId: number, activityId: number): string =>
  keyOf(dealerId, perDealer + (activityId % signatures))

/** Paints missing pictures; they are the same at every start. */
export async function writeDemoPictures(files: FileStore): Promise<void> {
  for (const { id } of demoDealers)
    for (let index = 0; index < perDealer + signatures; index++) {
      const key = keyOf(id, index)
      if (await files.has(id, key)) continue
      const random = new Random(id * 100 + index)
      await files.write(key, index < perDealer ? paintChat(random) : paintSignature(random))
    }
}

/** A name written by hand: some strokes on white. */
function paintSignature(random: Random): Buffer {
  const [wide, tall] = [480, 200]
  const pixels = Buffer.alloc(wide * tall * 3, 255)
  for (let stroke = 0; stroke < 6; stroke++) {
    const left = 70 + stroke * 55 + random.int(-12, 12)
    const [high, slant, sway] = [random.int(30, 70), random.int(-30, 40), random.int(8, 24)]
    for (let at = 0; at < 400; at++) {
      const x = Math.round(left + (slant * at) / 400 + sway * Math.sin(at / 90))
      const y = Math.round(tall / 2 - high + (2 * high * at) / 400)
      for (let dot = 0; dot < 9; dot++)
        pixels.set(ink, ((y + Math.floor(dot / 3)) * wide + x + (dot % 3)) * 3)
    }
  }
  return encodePng(pixels, wide, tall)
}

function paintChat(random: Random): Buffer {
  const pixels = Buffer.alloc(width * height * 3)
  const fill = (left: number, top: number, right: number, bottom: number, colour: Colour): void => {
    for (let y = top; y < Math.min(bottom, height); y++)
      for (let x = left; x < right; x++) pixels.set(colour, (y * width + x) * 3)
  }
  fill(0, 0, width, height, paper)
  fill(0, 0, width, 56, bar)
  fill(130, 26, 230, 36, ink)
  fill(0, height - 54, width, height, bar)
  fill(48, height - 42, width - 96, height - 12, theirs)
  const face = random.pick(faces)
  for (let y = 80; y < height - 130;) {
    const mine = random.chance(0.45)
    const lines = random.int(1, 3)
    const long = random.int(90, 200)
    const tall = 18 + lines * 18
    const left = mine ? width - 64 - long : 64
    fill(mine ? width - 52 : 12, y, mine ? width - 12 : 52, y + 40, mine ? (faces[0] ?? ink) : face)
    fill(left, y, left + long, y + tall, mine ? ours : theirs)
    for (let line = 0; line < lines; line++)
      fill(
        left + 12,
        y + 15 + line * 18,
        left + long - (line === lines - 1 ? random.int(12, long / 2) : 12),
        y + 22 + line * 18,
        ink,
      )
    y += Math.max(tall, 40) + random.int(14, 26)
  }
  return encodePng(pixels, width, height)
}

/** The floor of a showroom from above: cars in their places, the desk at the door. */
export function paintFloor(): Buffer {
  const [wide, tall] = [960, 600]
  const pixels = Buffer.alloc(wide * tall * 3, 248)
  const fill = (left: number, top: number, right: number, bottom: number, colour: Colour): void => {
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) pixels.set(colour, (y * wide + x) * 3)
  }
  for (const [left, top, right, bottom] of [
    [40, 40, 920, 46],
    [40, 40, 46, 560],
    [914, 40, 920, 560],
    [40, 554, 400, 560],
    [560, 554, 920, 560],
  ] as const)
    fill(left, top, right, bottom, ink)
  for (const [at, [left, top]] of (
    [
      [110, 110],
      [390, 110],
      [670, 110],
      [110, 330],
      [670, 330],
    ] as const
  ).entries()) {
    const body = faces[at % faces.length] ?? ink
    fill(left, top, left + 180, top + 84, body)
    fill(left + 48, top + 12, left + 132, top + 72, bar)
  }
  fill(400, 430, 560, 470, ink)
  return encodePng(pixels, wide, tall)
}

/** Encodes a PNG (ISO/IEC 15948): 8-bit RGB, no filter. */
function encodePng(pixels: Buffer, wide: number, tall: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(wide, 0)
  header.writeUInt32BE(tall, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const rows = Array.from({ length: tall }, (_, y) =>
    Buffer.concat([Buffer.of(0), pixels.subarray(y * wide * 3, (y + 1) * wide * 3)]),
  )
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
