import { createConnection } from 'node:net'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { once } from 'node:events'
import type { Logger } from '../log.ts'
import type { Scanner } from './files.ts'

/** A scanner that is asked over the network. */
export interface ClamAv extends Scanner {
  /** What it says of itself; throws where it is away. */
  version(): Promise<string>
}

export interface ScannerAddress {
  readonly host: string
  readonly port: number
}

const scanLimitMs = 10_000
/** As much in one piece of the stream. */
const pieceBytes = 64 * 1024
/** An answer is a line; more is none of its. */
const longestAnswer = 4096

/** clamd over TCP: INSTREAM, pieces each with its length before it (clamd's manual, section COMMANDS). */
export function createClamAv({ host, port }: ScannerAddress, log: Logger): ClamAv {
  /** Sends a command and what belongs to it, and tells the answer's line. */
  async function ask(command: string, send?: (socket: Socket) => Promise<void>): Promise<string> {
    const socket = createConnection({ host, port })
    const signal = AbortSignal.timeout(scanLimitMs)
    const end = (): void => void socket.destroy(new Error('no answer in time'))
    signal.addEventListener('abort', end)
    try {
      await once(socket, 'connect', { signal })
      let answer = ''
      const answered = new Promise<string>((resolve, reject) => {
        socket.on('data', (part: Buffer) => {
          answer += part.toString('latin1')
          if (answer.length > longestAnswer) reject(new Error('too long an answer'))
          if (answer.includes('\0')) resolve(answer.slice(0, answer.indexOf('\0')))
        })
        socket.on('error', reject)
        socket.on('close', () => reject(new Error('closed before an answer')))
      })
      // Whatever is sent may fail first.
      answered.catch(() => undefined)
      socket.write(`z${command}\0`)
      // It may answer, and close, before all is sent: a file beyond its limit.
      await Promise.race([send?.(socket), answered])
      return await answered
    } finally {
      signal.removeEventListener('abort', end)
      socket.destroy()
    }
  }

  return {
    async scan(content) {
      try {
        const answer = await ask('INSTREAM', (socket) => sendPieces(socket, content))
        if (answer === 'stream: OK') return 'clean'
        if (answer.endsWith(' FOUND')) return 'infected'
        log.error({ answer }, 'the scanner did not scan')
        return 'unscanned'
      } catch (error) {
        log.error({ reason: (error as Error).message }, 'the scanner is away')
        return 'unscanned'
      } finally {
        content.destroy()
      }
    },
    version: () => ask('VERSION'),
  }
}

async function sendPieces(socket: Socket, content: Readable): Promise<void> {
  for await (const chunk of content as AsyncIterable<Buffer>)
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      const piece = chunk.subarray(at, at + pieceBytes)
      const head = Buffer.alloc(4)
      head.writeUInt32BE(piece.length)
      socket.write(head)
      if (!socket.write(piece)) await once(socket, 'drain')
    }
  socket.write(Buffer.alloc(4))
}
