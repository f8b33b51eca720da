import { createConnection } from 'node:net'

/**
 * The load generator: a separate process (`fork`), so that it does not share the server's thread. It speaks just
 * enough HTTP/1.1 on plain sockets to use little of the cores that it shares with server and database.
 */

export interface Order {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** Requests to send in order; starts over at the end. */
  readonly requests: readonly Request[]
  /** False stops at the end of the requests instead. */
  readonly repeat: boolean
}

export interface Request {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Outcome {
  readonly seconds: number
  /** Milliseconds of each request answered with status "0". */
  readonly times: number[]
  readonly failures: number
  /** An example of the failures, for the report. */
  readonly failure: string
}

const encode = ({ path, headers, body }: Request): Buffer => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${lines.join('')}`
  return Buffer.from(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
}

const headEnd = Buffer.from('\r\n\r\n')

/** The body of a complete response in the buffer; undefined while some of it is missing. */
function readBody(received: Buffer): Buffer | undefined {
  const at = received.indexOf(headEnd)
  if (at < 0) return undefined
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(received.toString('latin1', 0, at))?.[1] ?? 0)
  const start = at + headEnd.length
  return received.length >= start + length ? received.subarray(start, start + length) : undefined
}

const largestRead = 64 * 1024
const works = Buffer.from('{"status":"0"')

/** Sends as fast as the server answers, one request at a time per connection. */
export async function load(order: Order): Promise<Outcome> {
  const encoded = order.requests.map(encode)
  const times: number[] = []
  let [next, failures, failure] = [0, 0, '']
  const started = performance.now()
  const ends = started + order.seconds * 1000

  const connection = (): Promise<void> =>
    new Promise((resolve, reject) => {
      // Reads into one shared buffer: allocating one for each response costs more than parsing it.
      const buffer = Buffer.allocUnsafe(largestRead)
      const onread = {
        buffer,
        callback(bytes: number): boolean {
          receive(buffer.subarray(0, bytes))
          return true
        },
      }
      const socket = createConnection({ port: order.port, host: '127.0.0.1', noDelay: true, onread })
      /** Received part of an incomplete response. */
      let begun: Buffer = Buffer.alloc(0)
      let sentAt = 0
      const send = (): void => {
        sentAt = performance.now()
        const request = order.repeat || next < encoded.length ? encoded[next++ % encoded.length] : undefined
        if (sentAt < ends && request) socket.write(request)
        else socket.end(resolve)
      }
      socket.on('connect', send)
      socket.on('error', reject)
      // The server closes the connection after a malformed request.
      socket.on('close', () => resolve())
      const receive = (part: Buffer): void => {
        const received = begun.length === 0 ? part : Buffer.concat([begun, part])
        const body = readBody(received)
        if (!body) {
          begun = Buffer.from(received)
          return
        }
        if (body.subarray(0, works.length).equals(works)) times.push(performance.now() - sentAt)
        else {
          failures += 1
          failure = body.toString()
        }
        begun = Buffer.alloc(0)
        send()
      }
    })
  await Promise.all(Array.from({ length: order.connections }, connection))
  return { seconds: (performance.now() - started) / 1000, times, failures, failure }
}

// As a forked process it takes one order after another.
if (process.send && process.argv[1] === import.meta.filename)
  process.on('message', (order: Order) => void load(order).then((outcome) => process.send?.(outcome)))
