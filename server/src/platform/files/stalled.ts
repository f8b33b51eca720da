import type { Readable } from 'node:stream'

/** An upload sent no data for too long. */
export class Stalled extends Error {
  override readonly name = 'Stalled'
}

/** Time after which an upload without data counts as stalled. */
export const idleLimitMs = 60_000

/** Yields the chunks of an upload. Throws `Stalled` and stops reading after `idleMs` without data. */
export async function* piecesOf(upload: Readable, idleMs = idleLimitMs): AsyncGenerator<Buffer> {
  const timer = setTimeout(() => upload.destroy(new Stalled('nothing more came')), idleMs)
  try {
    for await (const piece of upload as AsyncIterable<Buffer>) {
      timer.refresh()
      yield piece
    }
  } finally {
    clearTimeout(timer)
  }
}
