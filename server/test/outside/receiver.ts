import { createServer } from 'node:http'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A system that receives webhooks: it records requests, and responds as the test says. */

export interface Got {
  readonly path: string
  readonly id: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A status, or a way of giving no proper response. */
export type Answering =
  | number
  | 'html'
  | 'huge'
  | 'redirect'
  | 'reset'
  | 'silence'
  | 'half'
  | 'upgrade'
  | 'slow body'

export interface Receiver {
  readonly origin: string
  readonly got: Got[]
  /** Most requests pending at once since it was last set to 0. */
  most: number
  /** The bodies of the requests to one path. */
  events(path: string): { type: string; timestamp: string; data: Record<string, unknown> }[]
  /** Sets how a path responds from now on; depending on the request, or always. */
  answer(path: string, how: Answering | ((got: Got) => Answering)): void
  close(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const got: Got[] = []
  const ways = new Map<string, (got: Got) => Answering>()
  const sockets = new Set<Socket>()

  function respond(one: Got, response: ServerResponse): void {
    const how = ways.get(one.path)?.(one) ?? 200
    if (typeof how === 'number') return void response.writeHead(how).end(`status ${how}`)
    if (how === 'reset') return void response.socket?.resetAndDestroy()
    if (how === 'redirect')
      return void response.writeHead(307, { location: `${origin}/elsewhere` }).end('go on')
    if (how === 'html')
      return void response
        .writeHead(502, { 'content-type': 'text/html' })
        .end('<html>\u0000 13812345678 挂了</html>')
    if (how === 'upgrade')
      return void response.socket?.write(
        'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
      )
    if (how === 'half') return void response.socket?.end('HTTP/1.1 200 OK\r\ncontent-le')
    if (how === 'silence') return
    response.writeHead(200)
    if (how === 'slow body') return void response.write('beginning')
    const chunk = 'x'.repeat(64 * 1024)
    const more = (left: number): void => {
      if (left === 0 || response.destroyed) response.end()
      else response.write(chunk, () => more(left - 1))
    }
    more(160)
  }

  let open = 0
  const server = createServer((request, response) => {
    open++
    receiver.most = Math.max(receiver.most, open)
    response.on('close', () => open--)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { headers, url: path = '' } = request
      const one = { path, id: String(headers['webhook-id']), headers, body: Buffer.concat(chunks).toString() }
      got.push(one)
      respond(one, response)
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const receiver: Receiver = {
    origin,
    got,
    most: 0,
    events: (path) =>
      got
        .filter((one) => one.path === path)
        .map(
          ({ body }) =>
            JSON.parse(body) as { type: string; timestamp: string; data: Record<string, unknown> },
        ),
    answer: (path, how) => void ways.set(path, typeof how === 'function' ? how : () => how),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
  return receiver
}
