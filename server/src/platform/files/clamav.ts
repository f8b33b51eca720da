import { createConnection } from 'node:net'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { once } from 'node:events'
import { reportOutside } from '../db/held.ts'
import type { Logger } from '../observe/log.ts'
import type { Door } from '../outside/outcomes.ts'
import type { Scanner } from './files.ts'

/** A virus scanner reached over the network. */
export interface ClamAv extends Scanner {
  /** Returns the scanner's version. Throws if it is unavailable. */
  version(): Promise<string>
}

export interface ScannerAddress {
  readonly host: string
  readonly port: number
}

const scanLimitMs = 10_000
/** Maximum size of a piece of the stream. */
const pieceBytes = 64 * 1024
/** Maximum length of a response; real ones are a single line. */
const longestAnswer = 4096

/** Client for clamd over TCP. INSTREAM sends pieces, each preceded by its length (clamd's manual, section COMMANDS). */
export function createClamAv({ host, port }: ScannerAddress, log: Logger, door: Door): ClamAv {
  /** Sends a command with its data and returns the response line. */
  async function ask(command: string, send?: (socket: Socket) => Promise<void>): Promise<string> {
    reportOutside('clamd')
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
          if (answer.length > longestAnswer) reject(new Error('the answer is too long'))
          if (answer.includes('\0')) resolve(answer.slice(0, answer.indexOf('\0')))
        })
        socket.on('error', reject)
        socket.on('close', () => reject(new Error('the connection closed before an answer')))
      })
      // Sending may fail first; this prevents an unhandled rejection.
      answered.catch(() => undefined)
      socket.write(`z${command}\0`)
      // clamd may answer and close before everything is sent, e.g. for a file beyond its limit.
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
        const answer = await door.run(() => ask('INSTREAM', (socket) => sendPieces(socket, content)))
        if (answer === 'stream: OK') return 'clean'
        if (answer.endsWith(' FOUND')) return 'infected'
        log.error({ answer }, 'the virus scanner returned an error')
        return 'unscanned'
      } catch (error) {
        log.error({ reason: (error as Error).message }, 'the virus scanner is unavailable')
        return 'unscanned'
      } finally {
        content.destroy()
      }
    },
    version: () => door.run(() => ask('VERSION')),
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
