import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { GrayConfig } from '../../src/platform/gray/gray.ts'

/** A fake gray-release service, which rejects unsigned requests. */
export interface FakeGray {
  readonly config: GrayConfig
  /** The requested dealers, in order. */
  readonly requests: readonly string[]
  /** Sets the next responses: JSON, raw text, or `silence` for none; at once or after a delay. */
  answer(body: object | string, afterMs?: number): void
  close(): Promise<void>
}

export const otherSite = 'https://next.showroom.example.com'

export async function startFakeGray(now: () => Date): Promise<FakeGray> {
  const requests: string[] = []
  let answered: object | string = { gray: false }
  let delay = 0
  const secret = 'secret of the gray release'
  const net = 'dealer'
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const timestamp = String(request.headers['timestamp'])
      const signature = createHmac('sha256', secret).update(`${timestamp}.${net}.${body}`).digest('hex')
      const isFresh = Math.abs(Number(timestamp) - now().getTime() / 1000) < 300
      if (request.headers['signature'] !== signature || request.headers['net'] !== net || !isFresh)
        return void response.writeHead(401).end('{}')
      requests.push((JSON.parse(body) as { dealerCode: string }).dealerCode)
      if (answered === 'silence') return undefined
      const text = typeof answered === 'string' ? answered : JSON.stringify(answered)
      return void setTimeout(() => response.end(text), delay)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/check`
  return {
    config: { url, secret, net, sites: [otherSite] },
    requests,
    answer(body, afterMs = 0) {
      answered = body
      delay = afterMs
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
