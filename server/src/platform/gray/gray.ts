import { createHmac } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { Logger } from '../observe/log.ts'
import { summaryOf } from '../observe/log.ts'
import { askJson, OutsideError } from '../outside/ask.ts'
import type { Door } from '../outside/outcomes.ts'

/** Gray release: a service of the manufacturer decides which dealers work on another site of the product. */

export interface GrayConfig {
  readonly url: string
  readonly secret: string
  /** The name by which the service knows this installation's network. */
  readonly net: string
  /** Origins that people may be redirected to. */
  readonly sites: readonly string[]
}

export interface GrayRelease {
  /** Returns the site where a dealer works; empty for this one, and if the service does not answer in time. Never throws. */
  siteOf(dealerCode: string): Promise<string>
  /** Queries a dealer code that does not exist and returns the answer as a sentence. Throws `OutsideError`. */
  check(): Promise<string>
}

/** Maximum wait of a sign-in. A later answer is cached for the next one. */
const softMs = 2_000
const hardMs = 10_000
const rememberedMs = 5 * 60_000
/** After a failure sign-ins do not wait for this long, so they are as fast as without the service. */
const calmMs = 60_000

interface Remembered {
  readonly site: string
  readonly until: number
}

export function createGrayRelease(
  config: GrayConfig,
  { clock, log, door }: { readonly clock: Clock; readonly log: Logger; readonly door: Door },
): GrayRelease {
  const remembered = new Map<string, Remembered>()
  const underWay = new Map<string, Promise<string>>()
  let calmUntil = 0
  const findSite = (dealerCode: string): Promise<string> =>
    door.run(async () => siteIn(await request(config, dealerCode, clock()), config.sites))

  async function ask(dealerCode: string): Promise<string> {
    try {
      const site = await findSite(dealerCode)
      remembered.set(dealerCode, { site, until: performance.now() + rememberedMs })
      calmUntil = 0
      return site
    } catch (error) {
      calmUntil = performance.now() + calmMs
      log.warn(
        { dealer: dealerCode, error: summaryOf(error as Error) },
        'gray release did not answer: the member stays on this site',
      )
      return ''
    } finally {
      underWay.delete(dealerCode)
    }
  }

  return {
    async siteOf(dealerCode) {
      const now = performance.now()
      const last = remembered.get(dealerCode)
      if (last && last.until > now) return last.site
      const asking = underWay.get(dealerCode) ?? ask(dealerCode)
      if (underWay.get(dealerCode) !== asking) underWay.set(dealerCode, asking)
      if (calmUntil > now) return ''
      const late = new AbortController()
      const patience = setTimeout(softMs, undefined, { signal: late.signal, ref: false }).then(
        () => {
          // Later sign-ins need not wait as long.
          calmUntil = performance.now() + calmMs
          return ''
        },
        () => '',
      )
      const site = await Promise.race([asking, patience])
      late.abort()
      return site
    },
    async check() {
      const site = await findSite('doors')
      return `a dealer that is none works ${site === '' ? 'here' : `at ${site}`}`
    },
  }
}

/** Sends `net`, `timestamp` (epoch seconds) and `signature`: HMAC-SHA256 in hex over `<timestamp>.<net>.<body>`. */
function request({ url, secret, net }: GrayConfig, dealerCode: string, now: Date) {
  const body = JSON.stringify({ dealerCode })
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signature = createHmac('sha256', secret).update(`${timestamp}.${net}.${body}`).digest('hex')
  const headers = { 'content-type': 'application/json', net, timestamp, signature }
  return askJson(url, { method: 'POST', headers, body, timeoutMs: hardMs })
}

/** Returns the URL of the answer if its origin is a configured site. Throws otherwise. */
function siteIn({ gray, url }: Readonly<Record<string, unknown>>, sites: readonly string[]): string {
  if (typeof gray !== 'boolean') throw new OutsideError('gray release answered without `gray`')
  if (!gray) return ''
  if (typeof url !== 'string' || !URL.canParse(url))
    throw new OutsideError('gray release answered without an address')
  const { origin, href, username, password } = new URL(url)
  if (!sites.includes(origin) || username || password)
    throw new OutsideError('gray release answered an address that GRAY_SITES does not name')
  return href
}
