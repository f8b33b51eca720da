import type { Readable } from 'node:stream'

/** An upload of which nothing more has come: what it holds is given back. */
export class Stalled extends Error {
  override readonly name = 'Stalled'
}

/** How long an upload may send nothing. */
export const idleLimitMs = 60_000

/** The pieces of an upload. Throws `Stalled`, and reads no further, once none has come for `idleMs`. */
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
