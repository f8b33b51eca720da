import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { calls } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../src/platform/observe/log.ts'
import { openTracer } from '../src/platform/observe/otel.ts'
import { askJson } from '../src/platform/outside/ask.ts'
import { postInPublic } from '../src/platform/outside/public.ts'
import { traced, traceHeaders, useTracer } from '../src/platform/observe/trace.ts'
import type { Tracer } from '../src/platform/observe/trace.ts'
import { createTestApp } from './app.ts'
import type { TestApp } from './app.ts'
import { personalValues } from './rows/personal.ts'
import { startReceiver } from './outside/receiver.ts'
import { answerable, postValid } from './walks/walks.ts'

/** The log, and traces as a collector receives them, of every call and of a day of jobs and queues after it. */

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

/** Messages that the demo logs instead of sending them. */
const playedByDemo = /"msg":"(?:SMS|WeCom message): /

/** Words of the product that statements themselves hold. */
const ownWords = new Set(['清空标签'])

const attribute = ({ attributes }: Span, name: string): unknown =>
  Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0]

let app: TestApp
let collector: Collector
let tracer: Tracer
const lines: string[] = []
beforeAll(async () => {
  collector = await startCollector()
  tracer = openTracer({ endpoint: collector.endpoint, serviceName: 'showroom', ratio: 1 })
  useTracer(tracer)
  const log = createLog('trace', { write: (line: string) => void lines.push(line) })
  app = await createTestApp({ log, trustProxy: 1, webhooks: { loopback: true } })
})
afterAll(async () => {
  useTracer(undefined)
  await app.close()
  await collector.close()
})

describe('headers', () => {
  it('continue the trace in another system, and there is none outside of work', async () => {
    const other = await startReceiver()
    const own = openTracer({ endpoint: collector.endpoint, serviceName: 'showroom', ratio: 1 })
    useTracer(own)
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
    await own.stop()
    await other.close()
    const trace = seen?.split('-')[1]
    expect(trace).toMatch(/^[0-9a-f]{32}$/)
    expect(other.got.map(({ headers }) => headers['traceparent']?.toString().split('-')[1])).toEqual([
      trace,
      trace,
    ])
  })
})

/** Runs all jobs and queues once. */
async function runTurn({ app: node }: TestApp): Promise<void> {
  for (const job of node.jobs) await traced({ name: `job ${job.name}`, isRoot: true }, () => job.run())
  for (const work of node.queues.works.values()) await work.run()
}

describe('every call, and a day of jobs and queues', () => {
  const parent = '0af7651916cd43dd8448eb211c80319c'
  let probe: Awaited<ReturnType<TestApp['app']['http']['inject']>>
  let personal: readonly string[]
  const statuses: Record<string, unknown> = {}
  beforeAll(async () => {
    useTracer(tracer)
    probe = await app.app.http.inject({
      method: 'POST',
      url: '/v1/userRpc/profile',
      headers: { traceparent: `00-${parent}-b7ad6b7169203331-01`, 'x-forwarded-for': '203.0.113.9' },
      payload: {},
    })
    for (const call of answerable) statuses[call.path] = (await postValid(app, call)).status
    await runTurn(app)
    await traced({ name: 'fails' }, () => Promise.reject(new Error('王小明 13812345678'))).catch(
      () => undefined,
    )
    await tracer.stop()
    useTracer(undefined)
    for (let turn = 1; turn < 8; turn++) {
      app.advance(3 * 3600)
      await runTurn(app)
    }
    personal = await personalValues(app.db)
  }, 180_000)

  it('succeed, and leave rows with names and numbers', () => {
    expect(statuses).toEqual(Object.fromEntries(answerable.map(({ path }) => [path, '0'])))
    expect(personal.length).toBeGreaterThan(calls.length)
  })

  it('are logged with ids, and with neither names nor numbers of people', () => {
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    for (const call of answerable) {
      const line = logged.find(
        (one) => one['path'] === call.path && one['requestId'] !== probe.headers['x-request-id'],
      )
      expect(line, call.path).toMatchObject({
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        status: 200,
      })
      const type = call.may === 'public' ? 'undefined' : 'number'
      expect([typeof line?.['dealerId'], typeof line?.['memberId']], call.path).toEqual([type, type])
    }
    const all = lines.filter((line) => !playedByDemo.test(line)).join('')
    expect(personal.filter((value) => all.includes(value))).toEqual([])
  })

  it(
    'are traced with their statements, and with neither names nor numbers of people',
    { timeout: 60_000 },
    () => {
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
      expect(personal.filter((value) => text.includes(value) && !ownWords.has(value))).toEqual([])
    },
  )
})
