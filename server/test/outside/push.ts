import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A fake push service, and the browsers that subscribe to it: they decrypt what arrives with their own keys. */

export interface Arrived {
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export interface FakePush {
  readonly origin: string
  /** Sets the status of the next messages to all browsers. */
  status: number
  /** A new browser, as the page would register it. */
  subscribe(): Browser
  close(): Promise<void>
}

export interface Browser {
  readonly subscription: { readonly endpoint: string; readonly p256dh: string; readonly auth: string }
  readonly arrived: readonly Arrived[]
  /** The messages in clear. */
  messages(): Readonly<Record<string, unknown>>[]
}

export async function startFakePush(): Promise<FakePush> {
  const boxes = new Map<string, Arrived[]>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { headers, url = '' } = request
      if (fake.status < 300) boxes.get(url)?.push({ headers, body: Buffer.concat(chunks) })
      response.writeHead(fake.status, fake.status === 307 ? { location: '/elsewhere' } : {}).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const fake: FakePush = {
    origin,
    status: 201,
    subscribe() {
      const path = `/${randomBytes(12).toString('base64url')}`
      const arrived: Arrived[] = []
      boxes.set(path, arrived)
      const keys = createECDH('prime256v1')
      const own = keys.generateKeys()
      const auth = randomBytes(16)
      return {
        subscription: {
          endpoint: `${origin}${path}`,
          p256dh: own.toString('base64url'),
          auth: auth.toString('base64url'),
        },
        arrived,
        messages: () =>
          arrived.map(({ body }) => {
            const shared = keys.computeSecret(body.subarray(21, 86))
            return JSON.parse(decrypt(body, { own, auth, shared })) as Record<string, unknown>
          }),
      }
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
  return fake
}

interface Keys {
  readonly own: Buffer
  readonly auth: Buffer
  readonly shared: Buffer
}

/** RFC 8291: salt, record size, length and value of the sender's key, then one record. */
function decrypt(body: Buffer, { own, auth, shared }: Keys): string {
  const salt = body.subarray(0, 16)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, body.subarray(21, 86)])
  const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
  const part = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, bytes))
  const record = body.subarray(86)
  const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
  decipher.setAuthTag(record.subarray(-16))
  const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return text.subarray(0, text.lastIndexOf(2)).toString()
}

/** The claims of a message's sender, if the signature is that of the key. */
export function senderOf({ headers }: Arrived, publicKey: string): Readonly<Record<string, unknown>> {
  const [, token = ''] = /t=([^,]+)/.exec(String(headers.authorization)) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((one) => one.toString('base64url'))
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } as never })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('another sender has signed')
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
}
