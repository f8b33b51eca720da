import { lookup as lookupBySystem } from 'node:dns/promises'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { reportOutside } from '../db/held.ts'
import { openSpan, traceHeaders } from '../observe/trace.ts'

/**
 * Posts to URLs that members entered, on the public internet only. The name is resolved once, all its addresses must be public, and the
 * connection uses one of these, so a later DNS change has no effect. Redirects are not followed.
 */

export interface Found {
  readonly address: string
  readonly family: number
}
export type Lookup = (host: string) => Promise<readonly Found[]>

export interface Reach {
  /** Also allows http and https to this machine at any port, for trials. */
  readonly loopback?: boolean
  readonly lookup?: Lookup
}

export type Unreached = 'dns' | 'private' | 'timeout' | 'refused' | 'reset' | 'tls' | 'network'

/** Result of a post: an HTTP status with the start of the response, or the reason why there was none. */
export interface Posted {
  readonly status: number
  readonly failure: Unreached | ''
  readonly text: string
}

/** Maximum number of bytes read of a response. */
const maxBytes = 64 * 1024
const ports: ReadonlySet<string> = new Set(['', '443', '8443'])
/** The allocated part of IPv6. */
const given6 = ipaddr.IPv6.parseCIDR('2000::/3')

const addressOf = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

function isAllowed(address: string, { loopback = false }: Reach): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  const range = parsed.range()
  if (range === 'loopback') return loopback
  return range === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(given6))
}

/** Whether the host is this machine and that is allowed. */
const isHere = (host: string, { loopback = false }: Reach): boolean =>
  loopback && (host === 'localhost' || (ipaddr.isValid(host) && ipaddr.parse(host).range() === 'loopback'))

/** Checks a URL as written: its scheme, a user name, its port, or a host that is not public. Returns the problem, if any. */
export function problemOf(text: string, reach: Reach): 'scheme' | 'user' | 'port' | 'private' | undefined {
  const { protocol, username, password, port, hostname } = new URL(text)
  const host = addressOf(hostname)
  if (username !== '' || password !== '') return 'user'
  if (isHere(host, reach)) return undefined
  if (protocol !== 'https:') return 'scheme'
  if (!ports.has(port)) return 'port'
  return ipaddr.isValid(host) && !isAllowed(host, reach) ? 'private' : undefined
}

class NotReached extends Error {
  override readonly name = 'NotReached'
  readonly why: Unreached
  constructor(why: Unreached) {
    super(why)
    this.why = why
  }
}

const bySystem: Lookup = (host) => lookupBySystem(host, { all: true })

/** Resolves a name. Throws if it does not resolve or any address is not public. */
async function lookUp(hostname: string, reach: Reach): Promise<readonly Found[]> {
  const host = addressOf(hostname)
  reportOutside(host)
  const addresses = ipaddr.isValid(host)
    ? [{ address: host, family: ipaddr.parse(host).kind() === 'ipv4' ? 4 : 6 }]
    : await (reach.lookup ?? bySystem)(host).catch(() => [])
  if (addresses.length === 0) throw new NotReached('dns')
  if (!addresses.every(({ address }) => isAllowed(address, reach))) throw new NotReached('private')
  return addresses
}

/** Rejects when the signal aborts before the work is done. */
const inTime = <Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new NotReached('timeout')), { once: true })
    work.then(resolve, reject)
  })

/** Whether a name resolves to a forbidden address. Returns false if this is not known in time. */
export const leadsInside = (text: string, reach: Reach, timeoutMs: number): Promise<boolean> =>
  inTime(lookUp(new URL(text).hostname, reach), AbortSignal.timeout(timeoutMs)).then(
    () => false,
    (error: unknown) => error instanceof NotReached && error.why === 'private',
  )

export interface Posting {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
  /** Covers resolving, connecting and the response. */
  readonly timeoutMs: number
}

/** Posts and returns the result. Never throws for failures of the other side. */
export async function postInPublic(text: string, posting: Posting, reach: Reach): Promise<Posted> {
  // Members type the address, so the span does not name it.
  const span = openSpan({ name: 'POST webhook', kind: 'client' })
  const post = (): Promise<Posted> => tryInPublic(text, posting, reach)
  const posted = await (span ? span.within(post) : post())
  const { status, failure } = posted
  span?.end({ 'http.response.status_code': status }, failure ? { name: failure } : undefined)
  return posted
}

async function tryInPublic(text: string, posting: Posting, reach: Reach): Promise<Posted> {
  const signal = AbortSignal.timeout(posting.timeoutMs)
  try {
    if (problemOf(text, reach)) throw new NotReached('private')
    const url = new URL(text)
    return await send(url, posting, await inTime(lookUp(url.hostname, reach), signal), signal)
  } catch (error) {
    return { status: 0, failure: whyOf(error), text: '' }
  }
}

/** Sends on a new connection to the resolved addresses. */
function send(
  url: URL,
  { headers, body }: Posting,
  found: readonly Found[],
  signal: AbortSignal,
): Promise<Posted> {
  const lookup: LookupFunction = (_host, { all }, tell) =>
    all ? tell(null, [...found]) : tell(null, found[0]?.address ?? '', found[0]?.family)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const bytes = Buffer.from(body)
  return new Promise((resolve, reject) => {
    let end: (error?: Error) => void = reject
    const going = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, ...traceHeaders(), 'content-length': bytes.length },
        lookup,
        agent: false,
        signal,
      },
      (response) => {
        const { statusCode: status = 0 } = response
        const chunks: Buffer[] = []
        let read = 0
        // The status counts, even if the rest of the response fails.
        end = () => resolve({ status, failure: '', text: Buffer.concat(chunks).toString('utf8') })
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          read += chunk.length
          if (read > maxBytes) response.destroy()
        })
        response.on('error', end)
        response.on('close', end)
      },
    )
    going.on('error', (error) => end(error))
    // If the other side speaks another protocol, neither response nor error is emitted.
    going.on('close', () => end(new NotReached('reset')))
    going.end(bytes)
  })
}

const refusals: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
])

function whyOf(error: unknown): Unreached {
  if (error instanceof NotReached) return error.why
  const { name, code = '', errors = [] } = error as Error & { code?: string; errors?: { code?: string }[] }
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ETIMEDOUT') return 'timeout'
  if (refusals.has(code) || errors.some((one) => refusals.has(one.code ?? ''))) return 'refused'
  if (code === 'ECONNRESET' || code === 'EPIPE' || code.startsWith('HPE_')) return 'reset'
  return /CERT|TLS|SSL|ALTNAME|SELF_SIGNED|UNABLE_TO/.test(code) ? 'tls' : 'network'
}
