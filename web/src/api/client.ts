import type { AnswerOf, Call, Query, RequestOf } from '@showroom/contract/kernel/call'
import type { FieldError } from '@showroom/contract/kernel/errors'
import { startTiming } from './clock'
import { isBack, noteAnswer, whenBackToSave } from './connection'
import { hasWorker, keepAnswer } from './device'
import { fetchDevice } from './device/fetch'
import type { WaitingOptions } from './device/waiting'
import { randomId } from './randomId'
import { noteRelease } from './release'
import { readToken, storedDealerId } from './session'

/** The text of a rate limit, with 稍后 replaced by the time to wait. */
export function withWait(detail: string, seconds: number): string {
  if (seconds <= 0) return detail
  const minutes = Math.ceil(seconds / 60)
  const wait =
    seconds < 60 ? `${seconds}秒` : minutes < 60 ? `${minutes}分钟` : `${Math.ceil(minutes / 60)}小时`
  return detail.replace(/稍后再试$/, `${wait}后再试`)
}

/** The server refused a request: `detail` is the Chinese text to show, `errors` the wrong fields, `answer` the whole response body. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: string
  readonly code: number
  readonly errors: readonly FieldError[]
  readonly answer: Readonly<Record<string, unknown>>
  /** Id of the request in the server's log; empty if the response had none. */
  readonly requestId: string

  /** `retryAfter`: seconds until the request is allowed again, for a rate limit; the text then names them. */
  constructor(answer: Record<string, unknown>, requestId = '', retryAfter = 0) {
    super(withWait(typeof answer.detail === 'string' ? answer.detail : '', retryAfter))
    this.requestId = requestId
    this.status = String(answer.status)
    this.code = Number(answer.code)
    this.errors = Array.isArray(answer.errors) ? (answer.errors as FieldError[]) : []
    this.answer = answer
  }
}

/** Texts for a request without a response of the product, and for one that could not be built. */
export const unreachableText = '接口错误'
export const unsentText = '系统错误，请联系管理员！'

/** No regular response: the network, a proxy or the database failed. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
  readonly requestId: string
  /** HTTP status; 0 without a response. */
  readonly status: number
  /** The server expects no repeat to succeed. */
  readonly isLasting: boolean

  constructor(
    message: string,
    options: ErrorOptions & { requestId?: string; status?: number; isLasting?: boolean } = {},
  ) {
    super(message, options)
    this.requestId = options.requestId ?? ''
    this.status = options.status ?? 0
    this.isLasting = options.isLasting ?? false
  }
}

/** The request could not be built, so nothing was sent: a bug of this client. */
export class Unsent extends Error {
  override readonly name = 'Unsent'
}

type SessionGone = (detail: string) => Promise<boolean>
let sessionGone: SessionGone = () => Promise.resolve(false)

/**
 * Sets the handler for an expired session. If it resolves to true (signed in again), the request is sent once more with
 * the same idempotency key, so that no input is lost.
 */
export const onSessionGone = (decide: SessionGone): void => {
  sessionGone = decide
}

export interface CallOptions {
  /** One key per opened form: a repeated mutation returns the first response again. */
  readonly idempotencyKey?: string
  /** Gives a mutation outside of a form an idempotency key, and reuses it when the mutation is repeated after a lost response. */
  readonly once?: boolean
  /**
   * Why a mutation needs no idempotency key: a repeat has the same effect, because it sets a state, or the response is secret and never
   * stored.
   */
  readonly withoutKey?: 'same effect' | 'secret'
  readonly signal?: AbortSignal
  /** A background request: an expired session is an ordinary refusal, and the user is not asked to sign in. */
  readonly inBackground?: boolean
  /** Completes even if the page is closed meanwhile. */
  readonly keepalive?: boolean
  /** For a mutation that waits without a network: what the member sees of it meanwhile. */
  readonly waits?: WaitingOptions['waits']
}

/** A mutation has an idempotency key, or a reason why it needs none. */
type Repeatable =
  | { readonly idempotencyKey: string }
  | { readonly once: true }
  | Required<Pick<CallOptions, 'withoutKey'>>

type Body<C extends Call> = Omit<RequestOf<C>, 'dealerId'> & { dealerId?: number }

/** Sends a request with the dealer and the token added. Throws `Refusal`, `Unreachable` or `Unsent`. */
export function callApi<C extends Query>(
  call: C,
  request: Body<C>,
  options?: CallOptions,
): Promise<AnswerOf<C>>
export function callApi<C extends Call>(
  call: C,
  request: Body<C>,
  options: CallOptions & Repeatable,
): Promise<AnswerOf<C>>
export function callApi<C extends Call>(
  call: C,
  request: Body<C>,
  options: CallOptions = {},
): Promise<AnswerOf<C>> {
  return send(call, request, options)
}

async function send<C extends Call>(call: C, request: Body<C>, options: CallOptions): Promise<AnswerOf<C>> {
  if (options.once) return callOnce(call, request, options)
  const { answer, requestId, retryAfter, token } = await postUntilReached(call, request, options)
  if (answer.status === '0') {
    if (token) keepAnswer(call, request, answer, token)
    return answer as AnswerOf<C>
  }
  if (answer.status === '-100' && call.may !== 'public' && !options.inBackground) {
    // The user signed in again while this request was under way, so it carried the old token.
    const renewed = readToken() !== '' && readToken() !== token
    const detail = typeof answer.detail === 'string' && answer.detail ? answer.detail : '登录过期'
    if (renewed || (await sessionGone(detail))) return send(call, request, options)
  }
  throw new Refusal(answer, requestId, retryAfter)
}

/** Idempotency keys of mutations whose response was lost, by path and body. */
const unanswered = new Map<string, string>()

async function callOnce<C extends Call>(...[call, request, options]: Parameters<typeof send<C>>) {
  const same = call.path + JSON.stringify(request)
  const idempotencyKey = unanswered.get(same) ?? randomId()
  unanswered.delete(same)
  try {
    return await send(call, request, { ...options, once: false, idempotencyKey })
  } catch (error) {
    if (error instanceof Unreachable) unanswered.set(same, idempotencyKey)
    throw error
  }
}

/** Timeout of a request in milliseconds. The request may still have arrived; a repeat is recognised by its key. */
const patienceMs = 30_000

/** The pause before a mutation is sent again. Scattered, since all pages lose a process at the same moment. */
const repeatMs = (): number => 500 + Math.random() * 1000

/**
 * Repeats a mutation that got no regular response: once, as while a process behind the proxy restarts, and whenever the server can be
 * reached again after it could not. Its idempotency key makes the repeat safe. Queries are repeated by their own rules.
 */
async function postUntilReached(call: Call, request: object, options: CallOptions): Promise<Reply> {
  const isRepeatable = call.writes && options.idempotencyKey && !options.keepalive && !options.inBackground
  for (let hasRepeated = false; ;) {
    try {
      return await post(call.path, request, options)
    } catch (error) {
      const response = isPassing(error) && error.status === 0 && (await askDevice(call, request, options))
      if (response) return response
      if (!isRepeatable || !isPassing(error)) throw error
      if (error.status === 0 && !(await isBack())) await whenBackToSave(error)
      else if (hasRepeated) throw error
      else {
        hasRepeated = true
        await new Promise((resolve) => setTimeout(resolve, repeatMs()))
      }
    }
  }
}

/** The device's response without a network, if it has one; a mutation that it keeps throws `SavedOnDevice`. */
async function askDevice(call: Call, request: object, options: CallOptions): Promise<Reply | undefined> {
  if (!call.withoutNetwork || !hasWorker() || (await isBack())) return undefined
  const answer = await (await fetchDevice()).answerOf(call, request, options)
  return answer && { answer, requestId: '', token: '', retryAfter: 0 }
}

/** Whether no process could be reached, and not because the request took too long. */
const isPassing = (error: unknown): error is Unreachable =>
  error instanceof Unreachable &&
  [0, 502, 503].includes(error.status) &&
  !error.isLasting &&
  (error.cause as Error | undefined)?.name !== 'TimeoutError'

interface Reply {
  readonly answer: Record<string, unknown>
  readonly requestId: string
  /** The token that was sent. */
  readonly token: string
  /** Seconds to wait, for a rate limit; otherwise 0. */
  readonly retryAfter: number
}

async function post(path: string, body: object, options: CallOptions): Promise<Reply> {
  const { request, token } = made(path, body, options)
  let requestId = ''
  let text = unreachableText
  let status = 0
  let isLasting = false
  try {
    const correctClock = startTiming()
    const response = await fetch(request)
    correctClock(response.headers.get('date'))
    noteRelease(response.headers)
    noteAnswer()
    requestId = response.headers.get('x-request-id') ?? ''
    // 429 is a rate limit: an ordinary refusal with its text and the seconds to wait.
    if (response.ok || response.status === 429)
      return {
        answer: await answerOf(response),
        requestId,
        token,
        retryAfter: Number(response.headers.get('retry-after')) || 0,
      }
    status = response.status
    text = await textOf(response)
    isLasting = text !== unreachableText && !response.headers.has('retry-after')
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new Unreachable(unreachableText, { cause: error, requestId })
  }
  throw new Unreachable(text, { requestId, status, isLasting })
}

/** The response's body. A proxy's rate limit has none of ours. */
async function answerOf(response: Response): Promise<Record<string, unknown>> {
  try {
    return (await response.json()) as Record<string, unknown>
  } catch (error) {
    if (response.status !== 429) throw error
    return { status: '-1', code: 429, detail: '操作过于频繁，请稍后再试' }
  }
}

/** The server's own text for a fault that an administrator can name, such as a full disk; otherwise the usual one. */
async function textOf(response: Response): Promise<string> {
  if (![503, 507].includes(response.status)) return unreachableText
  const answer: unknown = await response.json().catch(() => undefined)
  const { detail } = (answer ?? {}) as { readonly detail?: unknown }
  return typeof detail === 'string' && detail ? detail : unreachableText
}

/** Builds the request without sending it; throws `Unsent`. With `fetch` alone both failures would be the same TypeError. */
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
