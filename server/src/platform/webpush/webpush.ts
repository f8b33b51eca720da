import { createECDH } from 'node:crypto'
import type { FailureKind } from '@showroom/contract/system/system.names'
import { keyFrom } from '../config/seal.ts'
import { OutsideError } from '../outside/ask.ts'
import type { Door } from '../outside/outcomes.ts'
import { postInPublic, problemOf } from '../outside/public.ts'
import type { Posted, Reach } from '../outside/public.ts'

/** Web Push (RFC 8030, 8291, 8292): sends encrypted messages to browsers, through the services of their makers. */

/** A browser's subscription. */
export interface Subscription {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** A message to a browser. No part of it names a customer or holds a text that someone typed. */
export interface PushMessage {
  readonly title: string
  readonly body: string
  /** The notice that a click opens. */
  readonly notice?: number
  readonly kind?: number
  readonly count?: number
  readonly store?: string
  /** Proof of a test, which the worker passes to the page. */
  readonly test?: string
}

/** `gone`: the subscription has ended. Otherwise the reason why the service did not take the message. */
export type Pushed = 'sent' | 'gone' | { readonly failure: string }

export interface WebPush {
  /** The key that browsers subscribe with. */
  readonly publicKey: string
  /** Whether the endpoint belongs to a service that the server sends to. */
  accepts(endpoint: string): boolean
  /** A trial of an unknown service does not count as a failure of the system. */
  send(to: Subscription, message: PushMessage, isTrial?: boolean): Promise<Pushed>
  /** Asks which services the server reaches, as a sentence. Throws `OutsideError` if it reaches none. */
  check(): Promise<string>
}

export interface WebPushConfig {
  /** The product's own origin, by which the services know the sender. */
  readonly subject: string
  /** Tests allow this machine. */
  readonly reach?: Reach
}

const services: readonly ((host: string) => boolean)[] = [
  (host) => host === 'fcm.googleapis.com',
  (host) => host === 'web.push.apple.com',
  (host) => host.endsWith('.push.services.mozilla.com'),
  (host) => host.endsWith('.notify.windows.com'),
]
/** Whether an endpoint belongs to a known service, at its usual port; tests also allow this machine. */
export function isOfService(endpoint: string, reach: Reach = {}): boolean {
  if (!URL.canParse(endpoint) || problemOf(endpoint, reach)) return false
  const { protocol, hostname, port } = new URL(endpoint)
  if (reach.loopback && hostname === '127.0.0.1') return true
  return protocol === 'https:' && port === '' && services.some((isOf) => isOf(hostname))
}

const checked = ['fcm.googleapis.com', 'web.push.apple.com', 'updates.push.services.mozilla.com'] as const

const timeoutMs = 10_000
/** Seconds for which a service keeps the message of a browser that is closed. */
const keptSeconds = 6 * 3_600

/** Every process derives the same keys from the server's secret, so they change with it alone (docs/decisions/0140-web-push.md). */
function keysOf(serverSecret: string) {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(keyFrom(serverSecret, 'web push'))
  return { publicKey: curve.getPublicKey('base64url'), privateKey: curve.getPrivateKey('base64url') }
}

export function createWebPush(
  { subject, reach = {} }: WebPushConfig,
  serverSecret: string,
  door: Door,
): WebPush {
  const keys = keysOf(serverSecret)
  const accepts = (endpoint: string): boolean => isOfService(endpoint, reach)
  const request = async ({ endpoint, p256dh, auth }: Subscription, message: PushMessage) => {
    const { default: library } = await import('web-push')
    return library.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
      vapidDetails: { subject, ...keys },
      contentEncoding: 'aes128gcm',
      TTL: keptSeconds,
      urgency: 'high',
      // A later message of the kind replaces one that waits at the service.
      topic: `kind-${message.kind ?? 0}`,
    })
  }
  return {
    publicKey: keys.publicKey,
    accepts,
    async send(to, message, isTrial = false) {
      if (!accepts(to.endpoint)) return { failure: 'no service of the list' }
      let made
      try {
        made = await request(to, message)
      } catch {
        return { failure: 'keys that are none' }
      }
      const posted = await postInPublic(
        to.endpoint,
        { headers: made.headers, body: made.body, timeoutMs },
        reach,
      )
      const pushed = pushedOf(posted)
      if (typeof pushed === 'string') door.succeeded()
      else if (!isTrial) door.failed(kindOf(posted))
      return pushed
    },
    async check() {
      const probes = await Promise.all(
        checked.map(async (host) => {
          const url = `https://${host}/`
          const { status } = await postInPublic(url, { headers: {}, body: '', timeoutMs }, reach)
          return [host, status > 0] as const
        }),
      )
      const hosts = (reached: boolean) => probes.filter(([, is]) => is === reached).map(([host]) => host)
      if (hosts(true).length === 0) throw new OutsideError('no push service can be reached', 'unreachable')
      return [`reaches ${hosts(true).join(', ')}`, ...hosts(false).map((host) => `not ${host}`)].join('; ')
    },
  }
}

function pushedOf({ status, failure }: Posted): Pushed {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  return { failure: failure || `HTTP ${status}` }
}

function kindOf({ status, failure }: Posted): FailureKind {
  if (status > 0) return status < 500 && status !== 429 ? 'refused' : 'broken'
  return failure === 'timeout' ? 'timeout' : 'unreachable'
}
