import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Person, PersonnelConfig } from '../../src/platform/personnel/personnel.ts'

/** A fake personnel system, which rejects unsigned requests. */
export interface FakePersonnel {
  readonly config: PersonnelConfig
  readonly requests: readonly Person[]
  /** Sets the next responses: JSON, raw text, or `silence` for none. */
  answer(body: object | string): void
  close(): Promise<void>
}

export async function startFakePersonnel(now: () => Date): Promise<FakePersonnel> {
  const requests: Person[] = []
  let answered: object | string = { isAll: false, siebelIds: [] }
  const secret = 'secret of the personnel system'
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const timestamp = String(request.headers['timestamp'])
      const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
      const isFresh = Math.abs(Number(timestamp) - now().getTime() / 1000) < 300
      if (request.headers['signature'] !== signature || !isFresh)
        return void response.writeHead(401).end('{}')
      requests.push(JSON.parse(body) as Person)
      if (answered === 'silence') return undefined
      return void response.end(typeof answered === 'string' ? answered : JSON.stringify(answered))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    config: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/verify`, secret },
    requests,
    answer(body) {
      answered = body
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
