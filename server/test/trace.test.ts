import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { calls } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTracer } from '../src/platform/otel.ts'
import { askJson } from '../src/platform/outside/ask.ts'
import { postInPublic } from '../src/platform/outside/public.ts'
import { traced, traceHeaders, useTracer } from '../src/platform/trace.ts'
import type { Tracer } from '../src/platform/trace.ts'
import { createTestApp } from './app.ts'
import type { TestApp } from './app.ts'
import { personalValues } from './personal.ts'
import { startReceiver } from './receiver.ts'
import { answerable, postValid } from './walks.ts'

/** Traces as a collector receives them. */

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
  readonly status: { readonly code?: number }
}
interface Sent {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[]
}

/** A collector of OTLP over HTTP, as JSON. */
async function startCollector() {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.url === '/v1/traces') bodies.push(Buffer.concat(chunks).toString())
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () =>
      bodies.flatMap((body) =>
        (JSON.parse(body) as Sent).resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}
type Collector = Awaited<ReturnType<typeof startCollector>>

/** Words of the product that statements themselves hold. */
const ownWords = new Set(['清空标签'])

const attribute = ({ attributes }: Span, name: string): unknown =>
  Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0]

let app: TestApp
let collector: Collector
let tracer: Tracer
beforeAll(async () => {
  collector = await startCollector()
  tracer = openTracer({ endpoint: collector.endpoint, serviceName: 'showroom', ratio: 1 })
  useTracer(tracer)
  app = await createTestApp({ trustProxy: 1, webhooks: { loopback: true } })
})
afterAll(async () => {
  useTracer(undefined)
  await app.close()
  await collector.close()
})

describe('headers', () => {
  it('continue the trace in another system, and there is none outside of work', async () => {
    const other = await startReceiver()
    expect(traceHeaders()).toEqual({})
    const seen = await traced({ name: 'work' }, async () => {
      await postInPublic(
        `${other.origin}/hook`,
        { headers: {}, body: '{}', timeoutMs: 1_000 },
        { loopback: true },
      )
      await askJson(`${other.origin}/ask?mobile=13812345678`, { timeoutMs: 1_000 }).catch(() => undefined)
      return traceHeaders()['traceparent']
    })
    await other.close()
    const trace = seen?.split('-')[1]
    expect(trace).toMatch(/^[0-9a-f]{32}$/)
    expect(other.got.map(({ headers }) => headers['traceparent']?.toString().split('-')[1])).toEqual([
      trace,
      trace,
    ])
  })
})

it(
  'holds requests, calls, statements and jobs, and neither names nor numbers of people',
  { timeout: 180_000 },
  async () => {
    const parent = '0af7651916cd43dd8448eb211c80319c'
    const probe = await app.app.http.inject({
      method: 'POST',
      url: '/v1/userRpc/profile',
      headers: { traceparent: `00-${parent}-b7ad6b7169203331-01`, 'x-forwarded-for': '203.0.113.9' },
      payload: {},
    })
    for (const call of answerable)
      expect(await postValid(app, call), call.path).toMatchObject({ status: '0' })
    for (const job of app.app.jobs) await traced({ name: `job ${job.name}`, isRoot: true }, () => job.run())
    for (const work of app.app.queues.works.values()) await work.run()
    await expect(
      traced({ name: 'fails' }, () => Promise.reject(new Error('王小明 13812345678'))),
    ).rejects.toThrow('王小明')
    await tracer.stop()

    const spans = collector.spans()
    const named = (name: string) => spans.filter((span) => span.name === name)
    const request = spans.find(({ parentSpanId }) => parentSpanId === 'b7ad6b7169203331')
    expect(request).toMatchObject({ name: 'POST /v1/userRpc/profile', traceId: parent })
    expect(request && attribute(request, 'showroom.request_id')).toBe(probe.headers['x-request-id'])
    for (const call of answerable) {
      const one = named(`POST ${call.path}`).find((span) => span.traceId !== parent)
      expect(one && attribute(one, 'http.route'), call.path).toBe(call.path)
      expect(
        named(`call ${call.path}`).some(({ parentSpanId }) => parentSpanId === one?.spanId),
        call.path,
      ).toBe(true)
    }
    const statements = spans.filter((span) => attribute(span, 'db.query.text') !== undefined)
    expect(statements.length).toBeGreaterThan(calls.length)
    expect(statements.every(({ parentSpanId }) => parentSpanId)).toBe(true)
    expect(named('job housekeeping')).toHaveLength(1)
    expect(named('fails')[0]?.status.code).toBe(2)

    // Ids are random digits, which may look like a number.
    const text = spans
      .flatMap(({ name, attributes }) => [
        name,
        ...attributes
          .filter(({ key }) => key !== 'showroom.request_id')
          .map(({ value }) => String(Object.values(value)[0])),
      ])
      .join('\n')
    expect(/(?<!\d)1[3-9]\d{9}(?!\d)/.exec(text)?.[0]).toBeUndefined()
    const values = await personalValues(app.db)
    expect(values.length).toBeGreaterThan(calls.length)
    expect(values.filter((value) => text.includes(value) && !ownWords.has(value))).toEqual([])
  },
)
