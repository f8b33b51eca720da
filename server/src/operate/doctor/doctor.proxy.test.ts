import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request as forward } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import { createSecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream'
import tls from 'node:tls'
import { livePath } from '@showroom/contract/kernel/live'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, testSecret } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { checkTls, examineProxy } from './doctor.proxy.ts'
import { probeHeaders, probePath } from '../../platform/http/probe.ts'

let app: TestApp
let server = ''
let plain: TestApp
let plainServer = ''
beforeAll(async () => {
  app = await createTestApp({ trustProxy: 1 })
  plain = await createTestApp()
  server = await app.app.http.listen({ host: '127.0.0.1', port: 0 })
  plainServer = await plain.app.http.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => Promise.all([app.close(), plain.close()]))

interface Habits {
  /** Address that the proxy sees as its client. */
  readonly sees?: string
  readonly forwards?: 'adds' | 'replaces' | 'nothing'
  readonly mostBytes?: number
  readonly collects?: boolean
  readonly open?: boolean
}

const running: Server[] = []
afterEach(() => {
  for (const one of running.splice(0)) one.close().closeAllConnections()
})

async function serve(answer: RequestListener): Promise<string> {
  const one = createServer(answer)
  running.push(one)
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(one.address() as AddressInfo).port}`
}

/** A small proxy with the habits of good and bad ones. */
const startProxy = (
  target: string,
  { sees = '198.51.100.4', forwards = 'adds', mostBytes = Infinity, collects = false, open = false }: Habits,
): Promise<string> =>
  serve((incoming, outgoing) => {
    if (Number(incoming.headers['content-length'] ?? 0) > mostBytes || (incoming.url === '/docs' && !open)) {
      incoming.resume()
      outgoing.writeHead(incoming.url === '/docs' ? 404 : 413).end()
      return
    }
    const before = incoming.headers['x-forwarded-for']
    const chain = before === undefined || forwards === 'replaces' ? sees : `${String(before)}, ${sees}`
    const headers = { ...incoming.headers, ...(forwards !== 'nothing' && { 'x-forwarded-for': chain }) }
    const onward = forward(target + incoming.url, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      if (!collects) return void answer.pipe(outgoing)
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      return void answer.on('end', () => outgoing.end(Buffer.concat(parts)))
    })
    onward.on('error', () => outgoing.destroy())
    pipeline(incoming, onward, () => undefined)
  })

const examined = async (url: string | undefined, secret = testSecret) => {
  const findings = await examineProxy({ PUBLIC_URL: url, bucket: undefined }, secret, app.now)
  return Object.fromEntries(findings.map(({ about, state, text }) => [about, `${state}: ${text}`]))
}

describe('an examination through PUBLIC_URL', () => {
  it.each(['adds', 'replaces'] as const)(
    'finds no fault in a proxy that %s the address',
    async (forwards) => {
      const url = await startProxy(server, { forwards })
      expect(await examined(url)).toEqual({
        proxy: expect.stringMatching(/^ok: http\S+ answers, release \d/),
        TLS: 'warning: none: only for trials on this machine.',
        'client address': 'ok: 198.51.100.4, TRUST_PROXY=1 is right',
        uploads: 'ok: a body of 20.1 MiB passes',
        'live updates': 'ok: /live arrives as it is sent',
        'hidden paths': 'ok: /docs is not reachable',
      })
    },
  )

  it('finds a small body limit, a held stream and open documents', async () => {
    const url = await startProxy(server, { mostBytes: 2 ** 20, collects: true, open: true })
    expect(await examined(url)).toMatchObject({
      uploads:
        'fault: a body of 20.1 MiB is refused (HTTP 413): raise its limit (nginx: client_max_body_size 22m).',
      'live updates': 'fault: /live is held back: turn off buffering for it (nginx: proxy_buffering off).',
      'hidden paths': 'warning: /docs is open to everyone: block it at the proxy.',
    })
  })

  it('finds a TRUST_PROXY that does not fit the proxies', async () => {
    const inner = await startProxy(server, { sees: '198.51.100.9' })
    const urls = [
      await startProxy(inner, {}),
      await startProxy(server, { forwards: 'nothing' }),
      await startProxy(plainServer, {}),
      plainServer,
    ]
    const findings = await Promise.all(urls.map((url) => examined(url)))
    expect(findings.map((lines) => lines['client address'])).toEqual([
      'fault: the server takes 198.51.100.9, a proxy, for the client: set TRUST_PROXY=2.',
      'fault: clients can forge it: let the proxy set X-Forwarded-For, or set TRUST_PROXY=0 without one.',
      'fault: the server takes 127.0.0.1, a proxy, for the client: set TRUST_PROXY=1.',
      'ok: 127.0.0.1, TRUST_PROXY=0 is right',
    ])
  })

  it('stops at a server that does not answer through it', async () => {
    expect(await examined(undefined)).toEqual({ proxy: 'warning: not examined: set PUBLIC_URL.' })
    const closed = await serve(() => undefined)
    await new Promise((resolve) => void running.pop()?.close(resolve))
    expect(await examined(closed)).toEqual({
      proxy: expect.stringMatching(/^fault: \S+ does not answer \(.*ECONNREFUSED.*\): check name/),
    })
    const other = await serve((_request, response) => void response.end('welcome'))
    expect(await examined(other)).toEqual({
      proxy: `fault: the server is not behind ${other} (HTTP 200): start it, and check the proxy's target.`,
    })
    const redirects = await serve(
      (_request, response) => void response.writeHead(301, { location: 'https://a.example.com/' }).end(),
    )
    expect(await examined(redirects)).toEqual({
      proxy: `fault: ${redirects} redirects to https://a.example.com/: set PUBLIC_URL to the address that answers.`,
    })
  })

  it('names another secret', async () => {
    expect(await examined(await startProxy(server, {}), 'another secret of the tests, 32 chars')).toEqual({
      proxy:
        'fault: the server refuses the probe (HTTP 404): run the doctor with its FILE_SECRET, release and clock.',
    })
  })
})

describe('the probe', () => {
  const probe = (headers: Record<string, string>) =>
    app.app.http.inject({
      method: 'POST',
      url: probePath,
      payload: Buffer.from('a'),
      headers: { 'content-type': 'application/octet-stream', ...headers },
    })
  const late = () => new Date(app.now().getTime() - 6 * 60_000)

  it('answers requests that are signed lately, and no others', async () => {
    expect((await probe(probeHeaders(testSecret, app.now()))).json()).toMatchObject({ bytes: 1 })
    const unknown = await app.app.http.inject({ method: 'POST', url: '/nothing' })
    for (const headers of [
      {},
      { 'x-showroom-probe': 'x' },
      { 'x-showroom-probe': `${app.now().getTime()}.` },
      probeHeaders('another secret', app.now()),
      probeHeaders(testSecret, late()),
    ]) {
      const refused = await probe(headers)
      expect([refused.statusCode, refused.json()]).toEqual([404, unknown.json()])
      expect((await app.app.http.inject({ url: livePath, headers })).statusCode).toBe(401)
    }
  })
})

describe('TLS', () => {
  let folder = ''
  const usual = tls.getCACertificates()
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'showroom-doctor-'))
  })
  afterAll(() => {
    tls.setDefaultCACertificates(usual)
    rmSync(folder, { recursive: true, force: true })
  })

  async function checked(days: number, allowed: readonly string[]): Promise<string> {
    const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    execFileSync('openssl', ['req', ...kind, ...name, '-days', String(days), '-keyout', key, '-out', cert], {
      stdio: 'ignore',
    })
    const identity = { key: readFileSync(key), cert: readFileSync(cert) }
    const one = allowed.includes('h2')
      ? createSecureServer({ ...identity, allowHTTP1: true })
      : tls.createServer({ ...identity, ALPNProtocols: [...allowed] })
    await new Promise<void>((resolve) => one.listen(0, 'localhost', resolve))
    tls.setDefaultCACertificates([...usual, identity.cert.toString()])
    try {
      const url = `https://localhost:${(one.address() as AddressInfo).port}`
      const { state, text } = await checkTls({ url, clock: () => new Date() })
      return `${state}: ${text}`
    } finally {
      one.close()
    }
  }

  it('is right with HTTP/2 and a certificate for some weeks', async () => {
    expect(await checked(90, ['h2'])).toBe('ok: TLSv1.3, HTTP/2, certificate for 89 days')
    expect(await checked(7, ['h2'])).toBe('warning: the certificate ends in 6 days: renew it.')
    expect(await checked(90, ['http/1.1'])).toMatch(/^warning: HTTP\/1\.1 only/)
  })
})
