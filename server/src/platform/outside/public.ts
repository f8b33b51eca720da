import { lookup as lookupBySystem } from 'node:dns/promises'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Posting to addresses that members type: to the public internet alone. The name is resolved once, every address that it has must be
 * public, and the connection goes to one of those: what the name means a moment later changes nothing. Redirects are not followed.
 */

export interface Found {
  readonly address: string
  readonly family: number
}
export type Lookup = (host: string) => Promise<readonly Found[]>

export interface Reach {
  /** Also http(s) to this machine itself, at any port: for trials. */
  readonly loopback?: boolean
  readonly lookup?: Lookup
}

export type Unreached = 'dns' | 'private' | 'timeout' | 'refused' | 'reset' | 'tls' | 'network'

/** What came of it: an HTTP status with the beginning of the answer, or why there was none. */
export interface Posted {
  readonly status: number
  readonly failure: Unreached | ''
  readonly text: string
}

/** Read of an answer at most, whatever its length; nobody needs it. */
const maxBytes = 64 * 1024
const ports: ReadonlySet<string> = new Set(['', '443', '8443'])
/** All that is given out of IPv6. */
const given6 = ipaddr.IPv6.parseCIDR('2000::/3')

const addressOf = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

function isAllowed(address: string, { loopback = false }: Reach): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  const range = parsed.range()
  if (range === 'loopback') return loopback
  return range === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(given6))
}

/** This machine itself, where that is allowed. */
const isHere = (host: string, { loopback = false }: Reach): boolean =>
  loopback && (host === 'localhost' || (ipaddr.isValid(host) && ipaddr.parse(host).range() === 'loopback'))

/** What is wrong with an address as it is written: its scheme, that it names a user, a port, or a host that is not public. */
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

/** Where a name leads; throws where that is nowhere, or anywhere but in public. */
async function lookUp(hostname: string, reach: Reach): Promise<readonly Found[]> {
  const host = addressOf(hostname)
  const found = ipaddr.isValid(host)
    ? [{ address: host, family: ipaddr.parse(host).kind() === 'ipv4' ? 4 : 6 }]
    : await (reach.lookup ?? bySystem)(host).catch(() => [])
  if (found.length === 0) throw new NotReached('dns')
  if (!found.every(({ address }) => isAllowed(address, reach))) throw new NotReached('private')
  return found
}

/** Whatever comes first. */
const inTime = <Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new NotReached('timeout')), { once: true })
    work.then(resolve, reject)
  })

/** Whether a name leads to where nothing may be sent, as far as that can be found out in so long. */
export const leadsInside = (text: string, reach: Reach, timeoutMs: number): Promise<boolean> =>
  inTime(lookUp(new URL(text).hostname, reach), AbortSignal.timeout(timeoutMs)).then(
    () => false,
    (error: unknown) => error instanceof NotReached && error.why === 'private',
  )

export interface Posting {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** For all of it: name, connection, answer. */
  readonly timeoutMs: number
}

/** Posts, and tells what came of it; never throws for what others do. */
export async function postInPublic(text: string, posting: Posting, reach: Reach): Promise<Posted> {
  const signal = AbortSignal.timeout(posting.timeoutMs)
  try {
    if (problemOf(text, reach)) throw new NotReached('private')
    const url = new URL(text)
    return await send(url, posting, await inTime(lookUp(url.hostname, reach), signal), signal)
  } catch (error) {
    return { status: 0, failure: whyOf(error), text: '' }
  }
}

/** On a connection of its own, to what was looked up. */
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
        headers: { ...headers, 'content-length': bytes.length },
        lookup,
        agent: false,
        signal,
      },
      (response) => {
        const { statusCode: status = 0 } = response
        const chunks: Buffer[] = []
        let read = 0
        // The status stands, however the rest ends.
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
    // Where another protocol was answered there is neither.
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
