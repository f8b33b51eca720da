import { createHmac, randomBytes } from 'node:crypto'

/** Signs as defined by Standard Webhooks (https://www.standardwebhooks.com), so that receivers can verify with its libraries. */

const prefix = 'whsec_'

export const makeSecret = (): string => prefix + randomBytes(32).toString('base64')

const signatureOf = (secret: string, content: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(content)
    .digest('base64')}`

/** Headers sent with a body. Every secret adds a signature: there are two while one is being replaced. */
export function signedHeaders(
  { id, body, secrets }: { readonly id: string; readonly body: string; readonly secrets: readonly string[] },
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Showroom-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((one) => signatureOf(one, `${id}.${timestamp}.${body}`)).join(' '),
  }
}
