import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { rooms } from '@showroom/contract'
import type { Call } from '@showroom/contract/kernel/call'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'

const metricsToken = 'a token for the tests, long enough'

let app: TestApp
let webFolder: string
beforeAll(async () => {
  webFolder = mkdtempSync(path.join(tmpdir(), 'showroom-web-'))
  mkdirSync(path.join(webFolder, 'assets'))
  writeFileSync(path.join(webFolder, 'index.html'), '<!doctype html><title>展厅</title>')
  writeFileSync(path.join(webFolder, 'assets/index-abc123.js'), 'export {}')
  writeFileSync(path.join(webFolder, 'sw.js'), 'precache([])')
  writeFileSync(path.join(webFolder, 'manifest.webmanifest'), '{}')
  mkdirSync(path.join(webFolder, 'help'))
  for (const [name, title] of Object.entries({ index: '展厅帮助', start: '登录', 404: '没有这一页' }))
    writeFileSync(path.join(webFolder, 'help', `${name}.html`), `<!doctype html><title>${title}</title>`)
  app = await createTestApp({ webFolder, metricsToken })
})
afterAll(async () => {
  await app.close()
  rmSync(webFolder, { recursive: true })
})
const get = (url: string) => app.app.http.inject(url)

describe('every response', () => {
  it.each(['/', '/healthz', '/docs/', '/nowhere', rooms.customer.list.path])(
    'of %s carries the security headers',
    async (url) => {
      const { headers } = url.startsWith('/v')
        ? await app.app.http.inject({ method: 'POST', url, payload: {} })
        : await get(url)
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('same-origin')
      expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
      expect(headers['x-frame-options']).toBeTruthy()
      expect(headers['x-powered-by']).toBeUndefined()
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
      const policy = new Map(
        String(headers['content-security-policy'])
          .split(';')
          .map((directive) => {
            const [name = '', ...values] = directive.trim().split(' ')
            return [name, values.join(' ')]
          }),
      )
      expect(policy.get('default-src')).toBe("'self'")
      expect(policy.get('script-src')).toBe("'self'")
      expect(policy.get('object-src')).toBe("'none'")
      expect(policy.get('frame-ancestors')).toBe("'none'")
      expect(policy.get('base-uri')).toBe("'self'")
      expect(policy.get('form-action')).toBe("'self'")
      expect(policy.get('worker-src')).toBe("'self'")
      expect(policy.get('manifest-src')).toBe("'self'")
    },
  )

  it('has its own request id and ignores one from the client', async () => {
    const claimed = await app.app.http.inject({
      url: '/healthz',
      headers: { 'x-request-id': 'mine', 'request-id': 'mine' },
    })
    expect(claimed.headers['x-request-id']).not.toBe('mine')
    expect((await get('/healthz')).headers['x-request-id']).not.toBe(claimed.headers['x-request-id'])
  })

  it("has the proxy's request id if it is well formed", async () => {
    const behind = await createTestApp({ trustProxy: 1 })
    const idFor = async (sent: string): Promise<unknown> =>
      (await behind.app.http.inject({ url: '/healthz', headers: { 'x-request-id': sent } })).headers[
        'x-request-id'
      ]
    try {
      // nginx's $request_id, HAProxy's uuid.
      for (const id of ['4f138123456785c0a1b2c3d4e5f60718', 'e3a1191e-193e-48f8-bc3c-d19412349662'])
        expect(await idFor(id)).toBe(id)
      for (const id of ['mine', '13812345678', '1'.repeat(32), 'a'.repeat(33), '张三', ''])
        expect(await idFor(id)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
    } finally {
      await behind.close()
    }
  })

  it.each([
    ['a path that cannot be read', { url: '/%E0%A4%A' }, 400],
    ['a path longer than any', { url: `/files/${'a'.repeat(9000)}` }, 403],
    ['nothing there', { url: '/nowhere' }, 404],
    ['no JSON', { url: rooms.access.captcha.path, payload: '{', type: 'application/json' }, 400],
    ['no body', { url: rooms.access.captcha.path, payload: '', type: 'application/json' }, 400],
    ['what is no body here', { url: rooms.access.captcha.path, payload: '<a/>', type: 'text/xml' }, 415],
    [
      'too much',
      { url: rooms.access.captcha.path, payload: `"${'a'.repeat(300_000)}"`, type: 'application/json' },
      413,
    ],
  ] as [string, { url: string; payload?: string; type?: string }, number][])(
    'to %s has a request id and the security headers',
    async (_name, { url, payload, type }, status) => {
      const response = await app.app.http.inject({
        url,
        ...(payload !== undefined && { method: 'POST', payload, headers: { 'content-type': type } }),
      })
      expect(response.statusCode).toBe(status)
      expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
      expect(response.headers['x-content-type-options']).toBe('nosniff')
      expect(response.json()).toMatchObject({ status: '-1', detail: expect.stringMatching(/./) })
    },
  )

  it.each([
    ['no HTTP', 'GET nonsense\r\n\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nhost: a\r\na: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ])('to %s has a request id', async (_name, text, status) => {
    const node = await app.startNode()
    const { port } = new URL(await node.http.listen({ port: 0 }))
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text))
    const answer = String(await buffer(socket))
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/i)
  })

  it('of a call is never cached', async () => {
    const { headers } = await app.app.http.inject({
      method: 'POST',
      url: rooms.access.captcha.path,
      payload: { uniqueId: 'x' },
    })
    expect(headers['cache-control']).toBe('no-store')
  })

  it('for an unknown path is a plain 404', async () => {
    for (const url of ['/nowhere', '/v2/nowhere', '/assets/none.js', '/..%2f..%2fetc/passwd']) {
      const response = await get(url)
      expect([400, 403, 404], url).toContain(response.statusCode)
      expect(response.body).not.toMatch(/root:|Error|node_modules/)
    }
    expect((await get('/nowhere')).json()).toEqual({ status: '-1', code: 404, detail: '接口不存在' })
  })
})

describe('the web client', () => {
  it('is served without caching the page and with hashed files cached for a year', async () => {
    const page = await get('/')
    expect(page.statusCode).toBe(200)
    expect(page.headers['cache-control']).toBe('no-cache')
    const script = await get('/assets/index-abc123.js')
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  it('can be installed, and is updated at once', async () => {
    const worker = await get('/sw.js')
    expect(worker.body).toBe('precache([])')
    expect(worker.headers).toMatchObject({
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'service-worker-allowed': '/',
    })
    const manifest = await get('/manifest.webmanifest')
    expect(manifest.headers).toMatchObject({
      'content-type': 'application/manifest+json',
      'cache-control': 'no-cache',
    })
  })

  it('has browsers remove their service worker with OFFLINE=0', async () => {
    const without = await createTestApp({ webFolder, offline: false })
    const worker = await without.app.http.inject('/sw.js')
    await without.close()
    expect(worker.body).toContain('registration.unregister()')
    expect(worker.body).not.toContain('precache')
    expect(worker.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
    })
  })
})

describe('the documents', () => {
  it('are served to everyone, without caching, and with the policy of every response', async () => {
    for (const url of ['/help/', '/help/start.html']) {
      const page = await get(url)
      expect(page.statusCode).toBe(200)
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(page.headers['cache-control']).toBe('no-cache')
      expect(page.headers['content-security-policy']).toContain("script-src 'self'")
    }
    // Relative links of the first page begin at the folder.
    expect((await get('/help')).headers.location).toBe('/help/')
  })

  it('have their own page for an unknown address at any depth', async () => {
    for (const url of ['/help/none.html', '/help/product/none', '/help/..%2f..%2findex.html']) {
      const page = await get(url)
      expect(page.statusCode, url).toBe(404)
      expect(page.body).toContain('没有这一页')
      expect(page.headers['cache-control']).toBe('no-cache')
      expect(page.headers['x-content-type-options']).toBe('nosniff')
    }
  })
})

describe('health', () => {
  it('reports that the server runs and can answer', async () => {
    for (const url of ['/healthz', '/readyz']) {
      const response = await get(url)
      expect(response.statusCode).toBe(200)
      expect(response.json()).toMatchObject({ status: 'ok' })
    }
  })

  it('shows metrics on the machine itself, and elsewhere only with the token', async () => {
    const read = (remoteAddress: string, authorization?: string) =>
      app.app.http.inject({
        url: '/metrics',
        remoteAddress,
        headers: { ...(authorization && { authorization }) },
      })
    expect((await read('127.0.0.1')).statusCode).toBe(200)
    expect((await read('::1')).statusCode).toBe(200)
    for (const claim of [undefined, 'Bearer ', `Bearer ${metricsToken}x`]) {
      const refused = await read('203.0.113.9', claim)
      expect(refused.statusCode).toBe(403)
      expect(refused.body).not.toContain('showroom_')
    }
    expect((await read('203.0.113.9', `Bearer ${metricsToken}`)).statusCode).toBe(200)
  })

  it('counts requests by path and refusal for Prometheus', async () => {
    await app.app.http.inject({ method: 'POST', url: rooms.customer.get.path, payload: { customerId: 4711 } })
    const metrics = await get('/metrics')
    expect(metrics.headers['content-type']).toContain('text/plain')
    expect(metrics.body).toContain(
      'showroom_requests_total{path="/v2/appCustomerService/get",status="200",refusal="SESSION_GONE"} 1',
    )
    expect(metrics.body).toMatch(
      /showroom_request_seconds_bucket\{le="0.05",path="\/v2\/appCustomerService\/get"\} \d/,
    )
    expect(metrics.body).toMatch(/showroom_database_connections\{state="total"\} \d/)
    expect(metrics.body).toContain('process_resident_memory_bytes')
    // Unknown paths share one label, so that attackers cannot fill the memory with labels.
    await get('/some/path/of/an/attacker')
    expect((await get('/metrics')).body).not.toContain('attacker')
  })
})

describe('a value that makes a rule throw', () => {
  it.each([
    [rooms.access.captcha, { uniqueId: 'a', token: { length: { toString: 1 } } }, 'token'],
    [rooms.access.signInOptions, { token: { length: { toString: 1 } } }, 'token'],
    [rooms.access.captcha, { uniqueId: 'a\0b' }, 'uniqueId'],
    [rooms.access.captcha, { uniqueId: '\ud83d' }, 'uniqueId'],
    [
      rooms.access.captcha,
      { uniqueId: 'a', surplus: JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) },
      /^surplus/,
    ],
  ] as [Call, object, string | RegExp][])('(%#) is reported as an invalid field', async (call, body, at) => {
    const refused = await app.post(call, '', body)
    expect(refused).toMatchObject({ httpStatus: 200, status: '-1', code: 400 })
    expect(refused.errors).toHaveLength(1)
    expect(refused.errors?.[0]?.path).toMatch(at)
    expect(refused.errors?.[0]?.text).toMatch(/^(格式不正确|含有无法保存的字符|内容层级过多)$/)
  })
})

describe('a page address without its #', () => {
  it.each([
    ['/customer/list?lv=H&n=20', '/#/customer/list?lv=H&n=20'],
    ['/customer/detail/70', '/#/customer/detail/70'],
    ['/login', '/#/login'],
    ['/customer//elsewhere.example', '/#/customer//elsewhere.example'],
  ])('%s redirects to the page', async (url, location) => {
    const answer = await get(url)
    expect(answer).toMatchObject({ statusCode: 302, headers: { location } })
  })

  it.each(['/customers/list', '/customer-list', '/v1/customer'])('%s is not found', async (url) => {
    expect((await get(url)).statusCode).toBe(404)
  })
})
