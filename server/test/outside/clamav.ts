import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** A fake clamd with its protocol: null-ended commands, INSTREAM with a length before each piece. */

export type Mood = 'well' | 'silent' | 'rude' | 'full'

/**
 * The harmless text that every scanner reports as a virus (eicar.org), split so that no scanner reports this file.
 */
export const eicar = String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-` + 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'

const instream = Buffer.from('zINSTREAM\0')

export interface FakeClamAv {
  readonly host: string
  readonly port: number
  mood: Mood
  /** Number of bytes of each scanned stream. */
  readonly scanned: number[]
  stop(): Promise<void>
}

export async function startClamAv(): Promise<FakeClamAv> {
  const sockets = new Set<Socket>()
  const fake = { mood: 'well' as Mood, scanned: [] as number[] }
  const answer = (socket: Socket, text: string): void => void socket.end(`${text}\0`)
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    let got = Buffer.alloc(0)
    socket.on('data', (part) => {
      got = Buffer.concat([got, part])
      if (fake.mood === 'silent') return
      if (fake.mood === 'rude') return void socket.destroy()
      if (fake.mood === 'full') return answer(socket, 'INSTREAM size limit exceeded. ERROR')
      if (got.equals(Buffer.from('zVERSION\0'))) return answer(socket, 'ClamAV 1.4.3/27600')
      if (!got.subarray(0, instream.length).equals(instream)) return
      const content = wholeStream(got.subarray(instream.length))
      if (!content) return
      fake.scanned.push(content.length)
      answer(socket, content.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK')
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return Object.assign(fake, {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  })
}

/** Joins the pieces up to the empty one; undefined until that one arrives. */
function wholeStream(bytes: Buffer): Buffer | undefined {
  const pieces: Buffer[] = []
  for (let at = 0; at + 4 <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    if (length === 0) return Buffer.concat(pieces)
    if (at + 4 + length > bytes.length) return undefined
    pieces.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}
