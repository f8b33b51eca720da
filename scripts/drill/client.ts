import { readFileSync } from 'node:fs'
import https from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnswerOf, Call } from '@showroom/contract/kernel/call'

/** A client that repeats a request once as the pages do (web/src/api/client.ts), and counts. */

export interface Attempt {
  /** HTTP status; 0 without an answer. */
  readonly status: number
  readonly text: string
  /** Time of its end, as of `performance.now`. */
  readonly at: number
}

export interface Sent<C extends Call> {
  readonly answer: AnswerOf<C> | undefined
  readonly attempts: readonly Attempt[]
}

export class Client {
  readonly #url: URL
  readonly #agent: https.Agent

  constructor(url: string, certificate: string) {
    this.#url = new URL(url)
    this.#agent = new https.Agent({ keepAlive: true, maxSockets: 48, ca: readFileSync(certificate) })
  }

  request(
    path: string,
    {
      method = 'GET',
      headers = {},
      body = '',
    }: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
  ): Promise<Attempt> {
    return new Promise((resolve) => {
      const end = (status: number, text: string): void => resolve({ status, text, at: performance.now() })
      const fail = (error: Error): void => end(0, error.message)
      const request = https.request(
        new URL(path, this.#url),
        {
          agent: this.#agent,
          method,
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
          timeout: 30_000,
        },
        (response) => {
          let text = ''
          response.setEncoding('utf8').on('data', (part: string) => (text += part))
          response.on('end', () => end(response.statusCode ?? 0, text)).on('error', fail)
        },
      )
      request.on('timeout', () => request.destroy(new Error('no answer within 30 s'))).on('error', fail)
      request.end(body)
    })
  }

  /** Sends a call, and once more after 0.5 to 1.5 s if no instance answered it. */
  async send<C extends Call>(call: C, token: string, body: object, key = ''): Promise<Sent<C>> {
    const attempt = (): Promise<Attempt> =>
      this.request(call.path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token && { authorization: token }),
          ...(key && { 'idempotency-key': key }),
        },
        body: JSON.stringify(body),
      })
    const attempts = [await attempt()]
    if (attempts.some(isRefused)) {
      await sleep(500 + Math.random() * 1000)
      attempts.push(await attempt())
    }
    return { answer: acceptedIn<C>(attempts.at(-1)), attempts }
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** Whether no instance carried a request out: there was no answer, or a passing fault. */
export const isRefused = ({ status }: Attempt): boolean => [0, 502, 503].includes(status)

function acceptedIn<C extends Call>(attempt: Attempt | undefined): AnswerOf<C> | undefined {
  if (attempt?.status !== 200) return undefined
  const answer = JSON.parse(attempt.text) as AnswerOf<C> & { status: string }
  return answer.status === '0' ? answer : undefined
}
