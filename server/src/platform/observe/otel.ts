import { AsyncLocalStorage } from 'node:async_hooks'
import { hostname } from 'node:os'
import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { Context, Span } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { statementChannel } from '../db/client.ts'
import type { SentStatement } from '../db/client.ts'
import { faultOf } from '../db/fault.ts'
import { maskNumbers } from './log.ts'
import { release } from '../config/release.ts'
import type { Attributes, SpanStart, Tracer } from './trace.ts'

/** Exports traces by OpenTelemetry's protocol. Imported on demand only. */

export interface OtelConfig {
  /** Base address of the collector, as OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly endpoint: string
  readonly serviceName: string
  /** Share of the traces that begin here, from 0 to 1. */
  readonly ratio: number
}

/** Statements are cut: a list of hundreds of parameters says no more than its beginning. */
const longestText = 4_000
const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const

export function openTracer({ endpoint, serviceName, ratio }: OtelConfig): Tracer {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': release,
      'host.name': hostname(),
      'process.pid': process.pid,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }),
      }),
    ],
  })
  const tracer = provider.getTracer('showroom', release)
  const propagator = new W3CTraceContextPropagator()
  const contexts = new AsyncLocalStorage<Context>()
  const current = (): Context => contexts.getStore() ?? ROOT_CONTEXT

  function contextOf({ parent, isRoot }: SpanStart): Context {
    if (parent !== undefined)
      return propagator.extract(ROOT_CONTEXT, { traceparent: parent }, defaultTextMapGetter)
    return isRoot ? ROOT_CONTEXT : current()
  }

  function start(of: SpanStart): { span: Span; context: Context } {
    const context = contextOf(of)
    const span = tracer.startSpan(
      of.name,
      { kind: of.kind ? kinds[of.kind] : SpanKind.INTERNAL, attributes: masked(of.attributes ?? {}) },
      context,
    )
    return { span, context: trace.setSpan(context, span) }
  }

  /** Adds a span for each statement within other work. Its text has placeholders; its values are never read. */
  function see(message: unknown): void {
    if (!contexts.getStore()) return
    const { text, answer } = message as SentStatement
    if (!(answer instanceof Promise)) return
    const [verb = ''] = /[a-z]+/i.exec(text.replace(/^\/\*.*?\*\//, '')) ?? []
    const { span } = start({ name: verb.toLowerCase(), kind: 'client' })
    span.setAttributes({ 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, longestText) })
    answer.then(
      () => span.end(),
      (error: unknown) => finish(span, {}, error),
    )
  }
  statementChannel.subscribe(see)

  return {
    open(of) {
      const { span, context } = start(of)
      return {
        within: (work) => contexts.run(context, work),
        end: (attributes = {}, error) => finish(span, attributes, error),
      }
    },
    headers() {
      const headers: Record<string, string> = {}
      propagator.inject(current(), headers, defaultTextMapSetter)
      return headers
    },
    async stop() {
      statementChannel.unsubscribe(see)
      await provider.shutdown()
    },
  }
}

/** Ends a span. Of an error only name and code are exported: its message may quote rows. */
function finish(span: Span, attributes: Attributes, error: unknown): void {
  span.setAttributes(masked(attributes))
  if (error !== undefined) {
    const { name, code } = error as { name?: string; code?: unknown }
    const type = faultOf(error) ?? (typeof code === 'string' ? code : (name ?? 'error'))
    span.setAttribute('error.type', type)
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end()
}

/** Attributes are masked like the log, in case a name of a host or path holds a number. */
const masked = (attributes: Attributes): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      typeof value === 'string' ? maskNumbers(value) : value,
    ]),
  )
