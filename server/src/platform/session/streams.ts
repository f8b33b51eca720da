import { randomUUID } from 'node:crypto'
import { ifWritable } from '../db/fault.ts'
import type { Line } from '../db/line.ts'
import type { Channel } from '../db/notify.ts'
import { hashToken } from './gate.ts'

/**
 * Maximum number of event streams of a session, which is a browser's, at all processes. Over HTTP/1.1 a browser opens six
 * connections to a site for all its windows; those without a stream refetch by time.
 */
const mostStreams = 3

export interface StreamSource {
  /** Adds a stream to the session, and notifies of the oldest ones beyond `most`, which it replaces. */
  addStream(tokenHash: Buffer, id: string, most: number): Promise<void>
  removeStream(tokenHash: Buffer, id: string): Promise<void>
}

/** Counts the event streams of each session. */
export interface SessionStreams {
  /** Counts a stream; calls `replaced` when newer ones have taken its place, at any process. The result removes it. */
  add(token: string, replaced: () => void): () => void
}

/** Notified with the id of a stream that is replaced. */
const channel: Channel = 'stream_replaced'

export function createSessionStreams(source: StreamSource, line: Line): SessionStreams {
  const open = new Map<string, () => void>()
  line.listen(channel, { heard: (id) => open.get(id)?.() })
  return {
    add(token, replaced) {
      const id = randomUUID()
      const tokenHash = hashToken(token)
      open.set(id, replaced)
      // A stream is served even if the database cannot count it.
      const ignore = (): void => undefined
      const added = ifWritable(() => source.addStream(tokenHash, id, mostStreams)).catch(ignore)
      return () => {
        open.delete(id)
        void added.then(() => ifWritable(() => source.removeStream(tokenHash, id))).catch(ignore)
      }
    },
  }
}
