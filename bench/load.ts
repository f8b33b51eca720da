import { createConnection } from 'node:net'

/**
 * The load generator: a process of its own (`fork`), so that it does not share the server's thread. It speaks just enough HTTP/1.1 on
 * plain sockets to cost little of the cores that server and database share with it.
 */

export interface Order {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** Requests to send, in turn, from the first again at the end. */
  readonly requests: readonly Request[]
  /** False: stop at the end of the requests instead. */
  readonly repeat: boolean
}

export interface Request {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Outcome {
  readonly seconds: number
  /** Milliseconds of each request that was answered with status "0". */
  readonly times: number[]
  readonly failures: number
  /** One of the failures, to tell. */
  readonly failure: string
}

const encode = ({ path, headers, body }: Request): Buffer => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${lines.join('')}`
  return Buffer.from(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
}

const headEnd = Buffer.from('\r\n\r\n')

/** The body of a whole answer in the buffer; undefined while some of it is missing. */
function readBody(received: Buffer): Buffer | undefined {
  const at = received.indexOf(headEnd)
  if (at < 0) return undefined
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(received.toString('latin1', 0, at))?.[1] ?? 0)
  const start = at + headEnd.length
  return received.length >= start + length ? received.subarray(start, start + length) : undefined
}

const largestRead = 64 * 1024
const works = Buffer.from('{"status":"0"')

/** Sends as fast as the server answers, each connection one request at a time. */
export async function load(order: Order): Promise<Outcome> {
  const encoded = order.requests.map(encode)
  const times: number[] = []
  let [next, failures, failure] = [0, 0, '']
  const started = performance.now()
  const ends = started + order.seconds * 1000

  const connection = (): Promise<void> =>
    new Promise((resolve, reject) => {
      // Read into one buffer: one anew for each answer costs more than looking at it.
      const buffer = Buffer.allocUnsafe(largestRead)
      const onread = {
        buffer,
        callback(bytes: number): boolean {
          receive(buffer.subarray(0, bytes))
          return true
        },
      }
      const socket = createConnection({ port: order.port, host: '127.0.0.1', noDelay: true, onread })
      /** Of an answer that has not come whole. */
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
      // After a request that is none the server hangs up.
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

// As a process of its own it takes one order after another.
if (process.send && process.argv[1] === import.meta.filename)
  process.on('message', (order: Order) => void load(order).then((outcome) => process.send?.(outcome)))
