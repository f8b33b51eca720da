import type { FileStore } from '../platform/files/files.ts'
import { demoDealers } from './network.ts'
import { Random } from './random.ts'

/**
 * Recordings of the demo's calls: two voices that hum their sentences in turn, computed without real speech. They make the player usable.
 */

/** Lengths of the recordings in seconds; a call uses the next longer one. */
const lengths = [40, 50, 60, 70, 80, 90] as const

/** Length in seconds of the recording of a talk. */
export const recordedSeconds = (talked: number): number =>
  lengths.find((length) => length >= talked) ?? (lengths.at(-1) as number)

/** Key of a store's recording of that length. */
export const recordingOf = (dealerId: number, seconds: number): string =>
  `audio/${dealerId}/00000000-0000-4000-8000-${String(seconds).padStart(12, '0')}.wav`

/** Writes missing recordings; they are the same at every start. */
export async function writeDemoRecordings(files: FileStore): Promise<void> {
  for (const seconds of lengths) {
    let bytes: Buffer | undefined
    for (const { id } of demoDealers) {
      const key = recordingOf(id, seconds)
      if (await files.has(id, key)) continue
      bytes ??= encodeWav(hum(seconds))
      await files.write(key, bytes)
    }
  }
}

/** Sample rate of a telephone line. */
const rate = 8000
const silence = 128

interface Voice {
  /** Hertz. */
  readonly pitch: number
  readonly loudness: number
}
const voices: readonly Voice[] = [
  { pitch: 205, loudness: 30 },
  { pitch: 122, loudness: 38 },
]

function hum(seconds: number): Buffer {
  const random = new Random(seconds)
  const samples = Buffer.alloc(seconds * rate, silence)
  let at = rate / 2
  for (let turn = 0; at < samples.length - rate; turn++) {
    const voice = voices[turn % voices.length] as Voice
    for (let syllables = random.int(6, 16); syllables > 0 && at < samples.length - rate; syllables--) {
      const length = Math.round(rate * (0.14 + random.next() * 0.12))
      say(samples, at, length, { ...voice, pitch: voice.pitch * (0.9 + random.next() * 0.25) })
      at += length + Math.round(rate * (random.chance(0.15) ? 0.22 : 0.03))
    }
    at += Math.round(rate * (0.4 + random.next() * 0.6))
  }
  return samples
}

/** One syllable: the volume rises and falls, and the pitch sinks a little. */
function say(samples: Buffer, start: number, length: number, { pitch, loudness }: Voice): void {
  let phase = 0
  for (let i = 0; i < length; i++) {
    const part = i / length
    phase += (2 * Math.PI * pitch * (1.06 - 0.12 * part)) / rate
    const tone = Math.sin(phase) + 0.55 * Math.sin(2 * phase) + 0.3 * Math.sin(3 * phase)
    samples[start + i] = silence + Math.round(loudness * Math.sin(Math.PI * part) * tone)
  }
}

/** Encodes a WAVE file: 8 bits per sample, one channel. */
function encodeWav(samples: Buffer): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}
