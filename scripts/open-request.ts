import { createHmac } from 'node:crypto'

/** Sends one signed request to an open route of a running server, as other systems do (docs/intake.md). */
export interface Signed {
  readonly url: string
  readonly key: string
  readonly secret: string
}

export async function askOpen<Answer>(
  { url, key, secret }: Signed,
  method: 'GET' | 'POST',
  path: string,
  body = '',
): Promise<Answer & { httpStatus: number; retryAfter: number }> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signed = `${timestamp}.${method === 'GET' ? path : body}`
  const response = await fetch(new URL(path, url), {
    method,
    ...(method === 'POST' && { body }),
    headers: {
      'content-type': 'application/json',
      'x-source-key': key,
      'x-timestamp': timestamp,
      'x-signature': createHmac('sha256', secret).update(signed).digest('hex'),
    },
  })
  const answer = (await response.json()) as Answer
  return { ...answer, httpStatus: response.status, retryAfter: Number(response.headers.get('retry-after')) }
}

/** Whether a retry may succeed: the server is unreachable, overloaded or failing. */
export const isWorthRepeating = (httpStatus: number): boolean =>
  httpStatus === 0 || httpStatus === 429 || httpStatus >= 500
