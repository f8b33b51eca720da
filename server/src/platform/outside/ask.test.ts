import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askJson, boundedFetch, OutsideError } from './ask.ts'

/** The HTTP client of all outside drivers. */

const limitMs = 400
let origin = ''
let innerAsked = 0
const server = createServer((request, response) => {
  const drip = (to: ServerResponse): void => void (to.destroyed || (to.write(' '), setTimeout(drip, 20, to)))
  const ways: Record<string, () => void> = {
    '/json': () => response.end('{"a":1}'),
    '/html': () => response.end('<html>maintenance</html>'),
    '/array': () => response.end('[]'),
    '/error': () => response.writeHead(503).end('{"a":1}'),
    '/huge': () => response.end(`{"a":"${'x'.repeat(10 * 1024 * 1024)}"}`),
    '/silence': () => undefined,
    '/gone': () => request.socket.destroy(),
    '/half': () => {
      response.writeHead(200, { 'content-length': 100 }).write('{"a"')
      setTimeout(() => request.socket.destroy(), 20)
    },
    '/drip': () => drip(response),
    '/redirect': () => response.writeHead(302, { location: `${origin}/inner` }).end(),
    '/inner': () => {
      innerAsked += 1
      response.end('{"secret":1}')
    },
  }
  ways[request.url ?? '']?.()
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

it('returns a JSON object', async () => {
  expect(await askJson(`${origin}/json`, { timeoutMs: limitMs })).toEqual({ a: 1 })
  expect(await askJson(`${origin}/error`, { timeoutMs: limitMs, anyStatus: true })).toEqual({ a: 1 })
})

it.each([
  ['html', /did not answer with a JSON object$/],
  ['array', /did not answer with a JSON object$/],
  ['error', /answered HTTP 503$/],
  ['huge', /answered more than 262144 bytes$/],
  ['silence', /did not answer within 400 ms$/],
  // The timeout covers the whole response, so a slow trickle of bytes does not extend it.
  ['drip', /did not answer within 400 ms$/],
  ['gone', /cannot be reached/],
  ['half', /cannot be reached/],
  ['redirect', /answered HTTP 302$/],
])('reports %s as a failure in a sentence, in time', async (way, text) => {
  const started = performance.now()
  // Ten megabytes take long on a busy machine; this case does not test the timeout.
  const timeoutMs = way === 'huge' ? 10 * limitMs : limitMs
  const response = askJson(`${origin}/${way}`, { timeoutMs })
  await expect(response).rejects.toThrow(OutsideError)
  await expect(response).rejects.toThrow(text)
  expect(performance.now() - started).toBeLessThan(timeoutMs + 5_000)
})

it('follows no redirect, for libraries neither', async () => {
  const response = await boundedFetch(`${origin}/redirect`, {}, limitMs)
  expect(response.status).toBe(302)
  expect(innerAsked).toBe(0)
})

it.each(['huge', 'silence', 'drip', 'gone'])('applies the same limits to libraries: %s', async (way) => {
  await expect(boundedFetch(`${origin}/${way}`, {}, limitMs)).rejects.toThrow(OutsideError)
})
