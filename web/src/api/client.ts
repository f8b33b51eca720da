import type { AnswerOf, Call, RequestOf } from '@showroom/contract/kernel/call'
import type { FieldError } from '@showroom/contract/kernel/errors'
import { randomId } from './randomId'
import { readToken, storedDealerId } from './session'

const later = '请稍后再试'

/** The text of a limit with the time to wait in place of 稍后. */
export function withWait(detail: string, seconds: number): string {
  if (seconds <= 0 || !detail.endsWith(later)) return detail
  const wait =
    seconds < 60
      ? `${seconds}秒`
      : seconds < 3_600
        ? `${Math.ceil(seconds / 60)}分钟`
        : `${Math.ceil(seconds / 3_600)}小时`
  return `${detail.slice(0, -later.length)}请${wait}后再试`
}

/** A refusal of the server: `detail` is the Chinese text to show, `errors` the wrong fields, `answer` all that came with it. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: string
  readonly code: number
  readonly errors: readonly FieldError[]
  readonly answer: Readonly<Record<string, unknown>>
  /** Names the request in the server's log; empty when the answer had none. */
  readonly requestId: string

  /** `retryAfter`: seconds until the call works again, of a refusal by a limit; the text then says them. */
  constructor(answer: Record<string, unknown>, requestId = '', retryAfter = 0) {
    super(withWait(typeof answer.detail === 'string' ? answer.detail : '', retryAfter))
    this.requestId = requestId
    this.status = String(answer.status)
    this.code = Number(answer.code)
    this.errors = Array.isArray(answer.errors) ? (answer.errors as FieldError[]) : []
    this.answer = answer
  }
}

/** The texts for a call without an answer of the product, and for one that could not be made. */
export const unreachableText = '接口错误'
export const unsentText = '系统错误，请联系管理员！'

/** No answer of the product at all: the network, a proxy, the database away. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
  readonly requestId: string

  constructor(message: string, options: ErrorOptions & { requestId?: string } = {}) {
    super(message, options)
    this.requestId = options.requestId ?? ''
  }
}

/** The request could not be made, so nothing was sent: a fault of this client. */
export class Unsent extends Error {
  override readonly name = 'Unsent'
}

type SessionGone = (detail: string) => Promise<boolean>
let sessionGone: SessionGone = () => Promise.resolve(false)

/**
 * Decides what happens when the session is gone. Resolving to true means "signed in again": the call is sent once more,
 * with the same idempotency key, so that nothing typed is lost.
 */
export const onSessionGone = (decide: SessionGone): void => {
  sessionGone = decide
}

export interface CallOptions {
  /** One per opened form: a repeat of a write gives the first answer again. */
  readonly idempotencyKey?: string
  /** A write outside of a form goes under a key as well, and under the same one while it is repeated after a lost answer. */
  readonly once?: boolean
  readonly signal?: AbortSignal
  /** Nobody waits for it: an expired session is a refusal like any other, and nobody is asked to sign in. */
  readonly inBackground?: boolean
  /** Arrives although the page is closed meanwhile. */
  readonly keepalive?: boolean
}

/** Makes a call. The dealer and the token are added here. Throws `Refusal`, `Unreachable` or `Unsent`. */
export async function callApi<C extends Call>(
  call: C,
  request: Omit<RequestOf<C>, 'dealerId'> & { dealerId?: number },
  options: CallOptions = {},
): Promise<AnswerOf<C>> {
  if (options.once) return callOnce(call, request, options)
  const { answer, requestId, retryAfter, token } = await post(call.path, request, options)
  if (answer.status === '0') return answer as AnswerOf<C>
  if (answer.status === '-100' && call.may !== 'public' && !options.inBackground) {
    // Someone signed in again while this call was on its way: it only carried the old token.
    const renewed = readToken() !== '' && readToken() !== token
    const detail = typeof answer.detail === 'string' && answer.detail ? answer.detail : '登录过期'
    if (renewed || (await sessionGone(detail))) return callApi(call, request, options)
  }
  throw new Refusal(answer, requestId, retryAfter)
}

/** The keys of the writes whose answer never came, by path and body. */
const unanswered = new Map<string, string>()

async function callOnce<C extends Call>(...[call, request, options = {}]: Parameters<typeof callApi<C>>) {
  const same = call.path + JSON.stringify(request)
  const idempotencyKey = unanswered.get(same) ?? randomId()
  unanswered.delete(same)
  try {
    return await callApi(call, request, { ...options, once: false, idempotencyKey })
  } catch (error) {
    if (error instanceof Unreachable) unanswered.set(same, idempotencyKey)
    throw error
  }
}

/** Nobody waits longer for an answer; what was sent may still have arrived, and a repeat of it is known by its key. */
const patienceMs = 30_000

interface Reply {
  readonly answer: Record<string, unknown>
  readonly requestId: string
  /** The token that was sent. */
  readonly token: string
  /** Seconds to wait, of a limit; else 0. */
  readonly retryAfter: number
}

async function post(path: string, body: object, options: CallOptions): Promise<Reply> {
  const { request, token } = made(path, body, options)
  let requestId = ''
  try {
    const response = await fetch(request)
    requestId = response.headers.get('x-request-id') ?? ''
    // A limit: a refusal like any other, with its text and the seconds to wait.
    if (response.ok || response.status === 429)
      return {
        answer: (await response.json()) as Record<string, unknown>,
        requestId,
        token,
        retryAfter: Number(response.headers.get('retry-after')) || 0,
      }
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new Unreachable(unreachableText, { cause: error, requestId })
  }
  throw new Unreachable(unreachableText, { requestId })
}

/** Makes the request without sending it; throws `Unsent`. `fetch` alone would answer both failures with the same TypeError. */
function made(path: string, body: object, options: CallOptions): { request: Request; token: string } {
  try {
    const token = readToken()
    const dealerId = storedDealerId()
    const patience = AbortSignal.timeout(patienceMs)
    const request = new Request(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: token }),
        ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
      },
      body: JSON.stringify(dealerId ? { dealerId, ...body } : body),
      keepalive: options.keepalive ?? false,
      signal: options.signal ? AbortSignal.any([options.signal, patience]) : patience,
    })
    return { request, token }
  } catch (error) {
    throw new Unsent(unsentText, { cause: error })
  }
}
