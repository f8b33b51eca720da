import type { AnswerOf, Call, RequestOf } from '@showroom/contract/kernel/call'
import type { FieldError } from '@showroom/contract/kernel/errors'
import { readToken, storedDealerId } from './session'

/** A refusal of the server: `detail` is the Chinese text to show, `errors` the wrong fields, `answer` all that came with it. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: string
  readonly code: number
  readonly errors: readonly FieldError[]
  readonly answer: Readonly<Record<string, unknown>>
  /** Names the request in the server's log; empty when the answer had none. */
  readonly requestId: string

  constructor(answer: Record<string, unknown>, requestId = '') {
    super(typeof answer.detail === 'string' ? answer.detail : '')
    this.requestId = requestId
    this.status = String(answer.status)
    this.code = Number(answer.code)
    this.errors = Array.isArray(answer.errors) ? (answer.errors as FieldError[]) : []
    this.answer = answer
  }
}

/** No answer of the product at all: the network, a proxy, the database away. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
  readonly requestId: string

  constructor(message: string, options: ErrorOptions & { requestId?: string } = {}) {
    super(message, options)
    this.requestId = options.requestId ?? ''
  }
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
  readonly signal?: AbortSignal
  /** Nobody waits for it: an expired session is a refusal like any other, and nobody is asked to sign in. */
  readonly inBackground?: boolean
  /** Arrives although the page is closed meanwhile. */
  readonly keepalive?: boolean
}

/** Makes a call. The dealer and the token are added here. Throws `Refusal` or `Unreachable`. */
export async function callApi<C extends Call>(
  call: C,
  request: Omit<RequestOf<C>, 'dealerId'> & { dealerId?: number },
  options: CallOptions = {},
): Promise<AnswerOf<C>> {
  const token = readToken()
  const { answer, requestId } = await post(call.path, request, token, options)
  if (answer.status === '0') return answer as AnswerOf<C>
  if (answer.status === '-100' && call.may !== 'public' && !options.inBackground) {
    // Someone signed in again while this call was on its way: it only carried the old token.
    const renewed = readToken() !== '' && readToken() !== token
    const detail = typeof answer.detail === 'string' && answer.detail ? answer.detail : '登录过期'
    if (renewed || (await sessionGone(detail))) return callApi(call, request, options)
  }
  throw new Refusal(answer, requestId)
}

/** Nobody waits longer for an answer; what was sent may still have arrived, and a repeat of it is known by its key. */
const patienceMs = 30_000

interface Reply {
  readonly answer: Record<string, unknown>
  readonly requestId: string
}

async function post(path: string, request: object, token: string, options: CallOptions): Promise<Reply> {
  const dealerId = storedDealerId()
  const patience = AbortSignal.timeout(patienceMs)
  let requestId = ''
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: token }),
        ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
      },
      body: JSON.stringify(dealerId ? { dealerId, ...request } : request),
      keepalive: options.keepalive ?? false,
      signal: options.signal ? AbortSignal.any([options.signal, patience]) : patience,
    })
    requestId = response.headers.get('x-request-id') ?? ''
    // Slowed down: a refusal like any other, with its text.
    if (response.ok || response.status === 429)
      return { answer: (await response.json()) as Record<string, unknown>, requestId }
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new Unreachable('接口错误', { cause: error, requestId })
  }
  throw new Unreachable('接口错误', { requestId })
}
