import { maskText } from '@showroom/contract/kernel/mask'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import type { FailureKind } from '@showroom/contract/system/system.names'
import { answerMost, messageState, testEvent, triedHours } from '@showroom/contract/webhook/webhook.rules'
import { notifyFirst } from '../notice/index.ts'
import type { Clock } from '../platform/clock.ts'
import { transact } from '../platform/db/client.ts'
import type { Database } from '../platform/db/client.ts'
import type { Logger } from '../platform/observe/log.ts'
import type { Metrics } from '../platform/observe/metrics.ts'
import { unseal } from '../platform/config/seal.ts'
import type { Outcomes } from '../platform/outside/outcomes.ts'
import { postInPublic } from '../platform/outside/public.ts'
import type { Reach } from '../platform/outside/public.ts'
import { openOutbox } from '../platform/queues/outbox.ts'
import type { OutboxWork, Sent } from '../platform/queues/outbox.ts'
import type { Queues } from '../platform/queues/queues.ts'
import { doubling } from '../platform/queues/schedule.ts'
import { mintJobScope } from '../platform/session/session.ts'
import { endGone, listManagers } from './endpoint.repository.ts'
import { listDue, messages, nextOf, storeTry } from './message.repository.ts'
import type { ClaimedMessage, MessageRow, Tried } from './message.repository.ts'
import { signedHeaders } from './signature.ts'

interface Deps {
  readonly db: Database
  readonly queues: Pick<Queues, 'open'>
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'webhookTried'>
  readonly serverSecret: string
  readonly reach: Reach
  readonly timeoutMs: number
  readonly outcomes: Pick<Outcomes, 'of'>
}

/** Concurrent tries per endpoint, per store and in total. */
const most = { endpoint: 4, store: 8, all: 128 } as const
/** Seconds until the next try after failures in a row. */
export const pauseAfter = doubling({ first: 5, longest: 3_600, jitter: 0.2 })

/** How many more messages may be sent to an endpoint now, with those of its store that are being sent. */
function roomFor(id: number, sending: readonly MessageRow[], isFailing: boolean): number {
  const toEndpoint = sending.filter((one) => one.endpointId === id)
  return Math.min(
    (isFailing ? 1 : most.endpoint) - toEndpoint.length,
    // Each endpoint may send one, however busy the others of its store are.
    Math.max(most.store - sending.length, 1 - toEndpoint.length),
  )
}

/**
 * Delivers the waiting messages of all stores at least once. A failing receiver gets one message at a time and a store fills only part of
 * the capacity, so neither holds up others.
 */
export function createDeliveries(deps: Deps): OutboxWork {
  const { db, clock } = deps
  const failing = new Set<number>()
  const door = deps.outcomes.of('webhooks')
  return openOutbox(deps, {
    of: messages,
    atOnce: 4,
    parallel: { places: most.all, fault: 'sending events to other systems failed' },
    async turn(dealerId, { sending, take }) {
      for (const endpoint of await listDue(db, dealerId, clock()))
        await take(roomFor(endpoint.id, sending(), failing.has(endpoint.id)), nextOf(endpoint))
      // The end of a try allows the next message of the same record, and wakes the store.
      return false
    },
    async send(message) {
      const tried = await tryOnce(deps, message)
      if (isTaken(tried)) {
        failing.delete(message.endpointId)
        door.succeeded()
      } else {
        failing.add(message.endpointId)
        door.failed(failureKindOf(tried))
      }
      return resultOf(deps, message, tried)
    },
    store: (message, result) => storeResult(deps, message, result),
  })
}

interface Result extends Sent<'webhook_message'> {
  readonly tried: Tried
}

const isTaken = ({ status }: Pick<Tried, 'status'>): boolean => status >= 200 && status < 300
const goneStatus = 410

function failureKindOf({ status, failure }: Tried): FailureKind {
  if (status > 0) return status < 500 ? 'refused' : 'broken'
  return failure === 'timeout' ? 'timeout' : failure === 'secret' ? 'fault' : 'unreachable'
}

/** Signs with both secrets while one is being replaced. */
async function tryOnce(
  { clock, serverSecret, reach, timeoutMs }: Deps,
  message: ClaimedMessage,
): Promise<Tried> {
  const at = clock()
  const { id, body, url, sealed, sealedPrevious, previousUntil } = message
  const secrets: string[] = []
  try {
    const previous = previousUntil && previousUntil > at ? sealedPrevious : null
    for (const one of [sealed, previous]) if (one) secrets.push(unseal(serverSecret, one))
  } catch {
    return { at, ms: 0, status: 0, failure: 'secret', answer: '' }
  }
  const headers = signedHeaders({ id: `msg_${id}`, body, secrets }, at)
  const started = performance.now()
  const { status, failure, text } = await postInPublic(url, { headers, body, timeoutMs }, reach)
  return { at, ms: Math.round(performance.now() - started), status, failure, answer: shownOf(text) }
}

/** The beginning of a response for display: numbers masked, characters that no column accepts removed. */
const shownOf = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- what others send
  maskText(text.slice(0, 2 * answerMost).replaceAll(/[\u0000-\u0008\u000e-\u001f\u007f]|\p{Cs}/gu, ''))
    .trim()
    .slice(0, answerMost)

function resultOf({ clock }: Deps, { failures: before, giveUpAt }: ClaimedMessage, tried: Tried): Result {
  const now = clock()
  if (isTaken(tried)) return { tried, values: { state: messageState.delivered, due_at: now, failures: 0 } }
  const failures = before + 1
  if (tried.status === goneStatus || now >= giveUpAt)
    return { tried, values: { state: messageState.failed, due_at: now, failures } }
  const pause = Math.min(pauseAfter(failures), (giveUpAt.getTime() - now.getTime()) / 1000)
  return { tried, values: { failures }, pause }
}

function storeResult(deps: Deps, message: ClaimedMessage, { tried, values }: Result): Promise<unknown> {
  const isOver = values.state === messageState.failed
  deps.metrics.webhookTried(isTaken(tried) ? 'delivered' : isOver ? 'given up' : 'failed')
  return isOver ? giveUp(deps, message, { tried, values }) : storeTry(deps.db, message, tried, values)
}

/** Keeps the message among the failed ones for a manual replay and notifies the endpoint's managers. */
async function giveUp(deps: Deps, message: ClaimedMessage, { tried, values }: Result): Promise<void> {
  const { dealerId, endpointId, url, type } = message
  const now = deps.clock()
  const isGone = tried.status === goneStatus
  await transact(deps.db, async (trx) => {
    if (!(await storeTry(trx, message, tried, values))) return
    const endpoint = { dealerId, id: endpointId }
    if (isGone && !(await endGone(trx, endpoint))) return
    if (type === testEvent && !isGone) return
    const { host } = new URL(url)
    const text = isGone
      ? `${host} 答复已停用（410），该地址的事件推送已自动停用`
      : `推送到 ${host} 的事件连续${triedHours}小时未送达，已放弃，可在推送记录中重发`
    const managers = await listManagers(trx, endpoint)
    const notice = { kind: noticeKind.webhookFailed, text }
    await notifyFirst({ db: trx, scope: mintJobScope(dealerId, 0), now }, managers, notice)
  })
}
