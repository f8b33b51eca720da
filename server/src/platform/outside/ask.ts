/** Asking systems outside of the product: bounded in time and size, redirects never followed, and nothing of the answer in what is logged. */

/** What went wrong, in English for operators and the log: never with a secret, a code or somebody's number in it. */
export class OutsideError extends Error {
  override readonly name = 'OutsideError'
}

export interface Asking {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** For the whole answer, its body included. */
  readonly timeoutMs: number
  /** The system says what is wrong as JSON, whatever the HTTP status. */
  readonly anyStatus?: true
}

/** No answer that we understand is larger. */
const maxBytes = 256 * 1024

/** The JSON object that a system answers. Throws `OutsideError` for everything else. */
export async function askJson(url: string, asking: Asking): Promise<Readonly<Record<string, unknown>>> {
  const { host } = new URL(url)
  const text = await askText(url, host, asking)
  try {
    const json: unknown = JSON.parse(text)
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return { ...json }
  } catch {
    // As what is no object.
  }
  throw new OutsideError(`${host} answered something that is no JSON object`)
}

async function askText(url: string, host: string, asking: Asking): Promise<string> {
  const { timeoutMs, anyStatus, ...rest } = asking
  try {
    const response = await fetch(url, {
      ...rest,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await readText(response, host)
    if (!response.ok && !anyStatus) throw new OutsideError(`${host} answered HTTP ${response.status}`)
    return text
  } catch (error) {
    throw outsideErrorOf(error, host, timeoutMs)
  }
}

async function readText(response: Response, host: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new OutsideError(`${host} answered more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * `fetch` within the same bounds, for a library that does the rest: the body is read whole. Throws `OutsideError`.
 */
export async function boundedFetch(url: string, init: RequestInit, timeoutMs: number): Promise<Response> {
  const { host } = new URL(url)
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    const text = await readText(response, host)
    const { status, headers } = response
    return new Response(text === '' ? null : text, { status, headers })
  } catch (error) {
    throw outsideErrorOf(error, host, timeoutMs)
  }
}

/** Any failure of a request, told in a sentence. */
function outsideErrorOf(error: unknown, host: string, timeoutMs: number): OutsideError {
  if (error instanceof OutsideError) return error
  const { name, message, cause } = error as Error
  if (name === 'TimeoutError' || name === 'AbortError')
    return new OutsideError(`${host} did not answer within ${timeoutMs} ms`)
  const { code, message: inner } = (cause ?? {}) as { code?: string; message?: string }
  return new OutsideError(`${host} cannot be reached: ${code ?? inner ?? message}`)
}
