/**
 * Traces of requests, statements, jobs and outgoing requests. Off by default, when each function costs a comparison: `otel.ts`, which
 * exports the spans, is loaded only if it is configured (docs/decisions/0080-traces.md).
 */

/** Never holds personal data: ids, names of the product's own things, numbers. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

export interface SpanStart {
  readonly name: string
  /** `server`: a request from outside. `client`: one to another system. */
  readonly kind?: 'server' | 'client'
  readonly attributes?: Attributes
  /** The `traceparent` header of the request that the span answers. */
  readonly parent?: string | undefined
  /** Starts a new trace instead of continuing that of the current work. */
  readonly isRoot?: true
}

export interface OpenSpan {
  /** Runs work whose spans are children of this one. */
  within<Result>(work: () => Result): Result
  end(attributes?: Attributes, error?: unknown): void
}

export interface Tracer {
  open(start: SpanStart): OpenSpan
  /** Headers that continue the trace of the current work in another system. */
  headers(): Readonly<Record<string, string>>
  /** Exports what is left. */
  stop(): Promise<void>
}

// source-disable-next-line moduleState -- the exporter of this process
let tracer: Tracer | undefined

/** Traces from now on, or no longer. */
export function useTracer(given: Tracer | undefined): void {
  tracer = given
}

export const openSpan = (start: SpanStart): OpenSpan | undefined => tracer?.open(start)

export const traceHeaders = (): Readonly<Record<string, string>> => tracer?.headers() ?? {}

/** Runs work in a span. */
export function traced<Result>(start: SpanStart, work: () => Promise<Result>): Promise<Result> {
  const span = tracer?.open(start)
  return span ? runIn(span, work) : work()
}

async function runIn<Result>(span: OpenSpan, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await span.within(work)
    span.end()
    return result
  } catch (error) {
    span.end({}, error)
    throw error
  }
}
