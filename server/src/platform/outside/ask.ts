import type { FailureKind } from '@showroom/contract/system/system.names'
import { reportOutside } from '../db/held.ts'
import { traced, traceHeaders } from '../observe/trace.ts'
import type { SpanStart } from '../observe/trace.ts'

/** HTTP client for outside systems: limits time and size, never follows redirects, and keeps response contents out of the log. */

/** A failure described in English for operators and the log. It never contains a secret, a code or a personal number. */
export class OutsideError extends Error {
  override readonly name = 'OutsideError'
  readonly kind: FailureKind
  constructor(message: string, kind: FailureKind = 'refused') {
    super(message)
    this.kind = kind
  }
}

export interface Asking {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** For the whole response, including its body. */
  readonly timeoutMs: number
  /** Accepts any HTTP status, for systems that report errors as JSON. */
  readonly anyStatus?: true
}

/** Larger than any response that drivers understand. */
const maxBytes = 256 * 1024

/** Returns the JSON object of a response. Throws `OutsideError` for everything else. */
export async function askJson(url: string, asking: Asking): Promise<Readonly<Record<string, unknown>>> {
  const { host } = new URL(url)
  const text = await askText(url, host, asking)
  try {
    const json: unknown = JSON.parse(text)
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return { ...json }
  } catch {
    // Handled below, like JSON that is not an object.
  }
  throw new OutsideError(`${host} did not answer with a JSON object`, 'broken')
}

const askText = (url: string, host: string, asking: Asking): Promise<string> =>
  traced(requestTo(host, asking.method ?? 'GET'), () => fetchText(url, host, asking))

/** The span of a request to another system: its address may hold a code or a number, its host does not. */
const requestTo = (host: string, method: string): SpanStart => ({
  name: `${method} ${host}`,
  kind: 'client',
  attributes: { 'http.request.method': method, 'server.address': host },
})

async function fetchText(url: string, host: string, asking: Asking): Promise<string> {
  reportOutside(host)
  const { timeoutMs, anyStatus, ...rest } = asking
  try {
    const response = await fetch(url, {
      ...rest,
      headers: { ...rest.headers, ...traceHeaders() },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await readText(response, host)
    if (!response.ok && !anyStatus)
      throw new OutsideError(
        `${host} answered HTTP ${response.status}`,
        response.status >= 500 ? 'broken' : 'refused',
      )
    return text
  } catch (error) {
    throw outsideErrorOf(error, host, timeoutMs)
  }
}

async function readText(response: Response, host: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new OutsideError(`${host} answered more than ${maxBytes} bytes`, 'broken')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** `fetch` with the same limits, for libraries. Reads the whole body. Throws `OutsideError`. */
export function boundedFetch(url: string, init: RequestInit, timeoutMs: number): Promise<Response> {
  const { host } = new URL(url)
  return traced(requestTo(host, init.method ?? 'GET'), () => fetchBounded(url, host, init, timeoutMs))
}

async function fetchBounded(
  url: string,
  host: string,
  init: RequestInit,
  timeoutMs: number,
): Promise<Response> {
  reportOutside(host)
  const headers = new Headers(init.headers)
  for (const [name, value] of Object.entries(traceHeaders())) headers.set(name, value)
  try {
    const response = await fetch(url, {
      ...init,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await readText(response, host)
    const { status, headers: answered } = response
    return new Response(text === '' ? null : text, { status, headers: answered })
  } catch (error) {
    throw outsideErrorOf(error, host, timeoutMs)
  }
}

/** Converts any failure of a request to a sentence. */
function outsideErrorOf(error: unknown, host: string, timeoutMs: number): OutsideError {
  if (error instanceof OutsideError) return error
  const { name, message, cause } = error as Error
  if (name === 'TimeoutError' || name === 'AbortError')
    return new OutsideError(`${host} did not answer within ${timeoutMs} ms`, 'timeout')
  const { code, message: inner } = (cause ?? {}) as { code?: string; message?: string }
  return new OutsideError(`${host} cannot be reached: ${code ?? inner ?? message}`, 'unreachable')
}
