import { once } from 'node:events'
import tls from 'node:tls'
import { livePath } from '@showroom/contract/kernel/live'
import { releaseHeader } from '@showroom/contract/kernel/release'
import { fault, ok, warning } from './doctor.ts'
import type { Finding } from './doctor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { largestUpload } from '../../platform/files/files.ts'
import { probeHeaders, probePath, streamMs } from '../../platform/http/probe.ts'
import type { Arrived } from '../../platform/http/probe.ts'
import { mostFormBytes } from '../../platform/http/upload.ts'

/** Examines the proxy: sends requests through PUBLIC_URL and compares what the server received. */

interface Through {
  readonly url: string
  readonly clock: Clock
  /** Largest body that browsers send to the server. */
  readonly largest: number
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>
}

type Result = Omit<Finding, 'about'>

const longestMs = 30_000

function openThrough(url: string, secret: string, largest: number, clock: Clock): Through {
  return {
    url,
    clock,
    largest,
    ask: (path, init) =>
      fetch(url + path, {
        redirect: 'manual',
        signal: AbortSignal.timeout(longestMs),
        ...init,
        headers: { ...probeHeaders(secret, clock()), ...(init?.headers as Record<string, string>) },
      }),
  }
}

/** The reason of a failed `fetch` is its cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  const { message: inner = '', code = '' } = (cause ?? {}) as { message?: string; code?: string }
  return inner || code || message
}

/** An address for documentation, which no client has. */
const forged = '203.0.113.77'

/** Sends a signed body with a forged address. */
const send = ({ ask }: Through, bytes: number): Promise<Response> =>
  ask(probePath, {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: { 'content-type': 'application/octet-stream', 'x-forwarded-for': forged },
  })

async function checkAnswer(through: Through): Promise<Result> {
  const { url, ask } = through
  const response = await ask('/readyz').catch(reasonOf)
  if (typeof response === 'string')
    return fault(`${url} does not answer (${response}): check name, firewall, certificate and proxy.`)
  const { status, headers } = response
  const location = headers.get('location')
  if (location !== null)
    return fault(`${url} redirects to ${location}: set PUBLIC_URL to the address that answers.`)
  const release = headers.get(releaseHeader)
  if (release === null)
    return fault(`the server is not behind ${url} (HTTP ${status}): start it, and check the proxy's target.`)
  if (status !== 200) return fault(`the server is not ready (HTTP ${status}): read its log.`)
  const probed = await send(through, 1)
  return probed.ok
    ? ok(`${url} answers, release ${release}`)
    : fault(
        `the server refuses the probe (HTTP ${probed.status}): run the doctor with its FILE_SECRET, release and clock.`,
      )
}

const fewDays = 14

/** Protocol and certificate, as a browser negotiates them. */
export async function checkTls({ url, clock }: Pick<Through, 'url' | 'clock'>): Promise<Result> {
  const { protocol, hostname, port } = new URL(url)
  if (protocol === 'http:') return warning('none: only for trials on this machine.')
  const socket = tls.connect({
    host: hostname,
    port: Number(port || 443),
    ...(/[a-z]/.test(hostname) && { servername: hostname }),
    ALPNProtocols: ['h2', 'http/1.1'],
    timeout: longestMs,
  })
  try {
    socket.on('timeout', () => socket.destroy(new Error('no answer')))
    await once(socket, 'secureConnect')
    const days = Math.floor(
      (Date.parse(socket.getPeerCertificate().valid_to) - clock().getTime()) / 86_400_000,
    )
    if (days < fewDays) return warning(`the certificate ends in ${days} days: renew it.`)
    if (socket.alpnProtocol !== 'h2')
      return warning('HTTP/1.1 only: turn on HTTP/2, or six open windows block a browser.')
    return ok(`${socket.getProtocol()}, HTTP/2, certificate for ${days} days`)
  } finally {
    socket.destroy()
  }
}

/** Proxies add the true address after the forged one, or replace it. */
async function checkAddress(through: Through): Promise<Result> {
  const response = await send(through, 1)
  const { address, hops } = (await response.json()) as Arrived
  const at = hops.indexOf(forged)
  const proxies = (at === -1 ? hops.length : at) - 1
  if (address === hops[proxies]) return ok(`${address}, TRUST_PROXY=${proxies} is right`)
  if (proxies === 0)
    return fault('clients can forge it: let the proxy set X-Forwarded-For, or set TRUST_PROXY=0 without one.')
  return fault(
    address === forged
      ? `clients can forge it: set TRUST_PROXY=${proxies}.`
      : `the server takes ${address}, a proxy, for the client: set TRUST_PROXY=${proxies}.`,
  )
}

async function checkUpload(through: Through): Promise<Result> {
  const size = `a body of ${(through.largest / 2 ** 20).toFixed(1)} MiB`
  const advice = 'raise its limit (nginx: client_max_body_size 22m).'
  try {
    const response = await send(through, through.largest)
    if (!response.ok) return fault(`${size} is refused (HTTP ${response.status}): ${advice}`)
    const { bytes } = (await response.json()) as Arrived
    return bytes === through.largest ? ok(`${size} passes`) : fault(`${size} arrives cut: ${advice}`)
  } catch (error) {
    return fault(`${size} does not pass (${reasonOf(error)}): ${advice}`)
  }
}

/** Reads a stream of two events. If a proxy collects them, both arrive at its end. */
async function checkStream({ ask }: Through): Promise<Result> {
  const response = await ask(livePath)
  if (!response.ok || !response.body)
    return fault(`${livePath} is refused (HTTP ${response.status}): pass every path to the server.`)
  const reader = response.body.getReader()
  await reader.read()
  const firstAt = performance.now()
  while (!(await reader.read()).done);
  const between = performance.now() - firstAt
  if (between < streamMs / 2)
    return fault(`${livePath} is held back: turn off buffering for it (nginx: proxy_buffering off).`)
  if (response.headers.has('content-encoding'))
    return warning(`${livePath} is compressed: turn off compression for it.`)
  return ok(`${livePath} arrives as it is sent`)
}

async function checkHidden({ ask }: Through): Promise<Result> {
  const response = await ask('/docs')
  await response.body?.cancel()
  return response.ok
    ? warning('/docs is open to everyone: block it at the proxy.')
    : ok('/docs is not reachable')
}

const failed = (error: unknown): Result => fault(`${reasonOf(error)}.`)

const checks: Readonly<Record<string, (through: Through) => Promise<Result>>> = {
  TLS: checkTls,
  'client address': checkAddress,
  uploads: checkUpload,
  'live updates': checkStream,
  'hidden paths': checkHidden,
}

/** Room for the fields of a form beside its file. */
const formBytes = 64 * 1024

/** Examines the proxy; nothing more is asked if the server does not answer through it. */
export async function examineProxy(
  config: Pick<Config, 'PUBLIC_URL' | 'bucket'>,
  secret: string,
  clock: Clock,
): Promise<Finding[]> {
  const { PUBLIC_URL: url, bucket } = config
  if (url === undefined) return [{ about: 'proxy', ...warning('not examined: set PUBLIC_URL.') }]
  const largest = (bucket ? mostFormBytes : largestUpload) + formBytes
  const through = openThrough(url, secret, largest, clock)
  const answer = await checkAnswer(through).catch(failed)
  const findings: Finding[] = [{ about: 'proxy', ...answer }]
  if (answer.state !== 'ok') return findings
  for (const [about, check] of Object.entries(checks))
    findings.push({ about, ...(await check(through).catch(failed)) })
  return findings
}
