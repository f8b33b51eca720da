import { maskText } from '@showroom/contract/kernel/mask'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { answerMost, messageState, testEvent, triedHours } from '@showroom/contract/webhook/webhook.rules'
import { notifyFirst } from '../notice/index.ts'
import type { Clock } from '../platform/clock.ts'
import { faultOf } from '../platform/db/fault.ts'
import type { Database } from '../platform/db/client.ts'
import { transactLive } from '../platform/live.ts'
import type { Live } from '../platform/live.ts'
import type { Logger } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import { unseal } from '../platform/seal.ts'
import { postInPublic } from '../platform/outside/public.ts'
import type { Reach } from '../platform/outside/public.ts'
import type { Queues } from '../platform/queues/queues.ts'
import { mintJobScope } from '../platform/session/session.ts'
import { endGone, listManagers } from './endpoint.repository.ts'
import { claimMessages, listDue, storeMessageResult, waitingMessages } from './message.repository.ts'
import type { Claimed, Endpoint, Tried } from './message.repository.ts'
import { signedHeaders } from './signature.ts'

/**
 * Delivers the waiting messages of all stores at least once. Each process claims due messages; if it is killed, they are sent again when
 * the lease ends. A failing receiver gets one message at a time and a store fills only part of the capacity, so neither holds up others.
 */
export interface Deliveries {
  /** Checks for due messages. */
  wake(): void
  /** Sends all due messages and waits for them. */
  run(): Promise<void>
  /** Stops claiming and resolves when the messages in progress are done. */
  stop(): Promise<void>
}

interface Deps {
  readonly db: Database
  readonly queues: Pick<Queues, 'open'>
  readonly live: Live
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'webhookTried'>
  readonly serverSecret: string
  readonly reach: Reach
  readonly timeoutMs: number
}

/** Longer than the slowest possible try. */
const leaseMs = 60_000
/** Concurrent tries per endpoint, per store and in total. */
const most = { endpoint: 4, store: 8, all: 128 } as const
const firstPauseMs = 5_000
const longestPauseMs = 3_600_000

/**
 * The pause after a number of failures in a row: 5 s, doubled each time, 1 h at most. A fifth of it is random, so that retries spread out.
 */
export const pauseMs = (failures: number, chance: number = Math.random()): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures - 1, 20)) * (0.8 + 0.2 * chance)

type InHand = Pick<Claimed, 'dealerId' | 'endpointId'>

/** How many more messages may be sent to an endpoint now. */
function roomFor({ dealerId, id }: Endpoint, inHand: readonly InHand[], isFailing: boolean): number {
  const ofStore = inHand.filter((one) => one.dealerId === dealerId)
  const toEndpoint = ofStore.filter((one) => one.endpointId === id)
  return Math.min(
    (isFailing ? 1 : most.endpoint) - toEndpoint.length,
    // Each endpoint may send one, however busy the others of its store are.
    Math.max(most.store - ofStore.length, 1 - toEndpoint.length),
    most.all - inHand.length,
  )
}

export function createDeliveries(deps: Deps): Deliveries {
  const { db, clock, log } = deps
  const going = new Map<Claimed, Promise<void>>()
  /** Reserves capacity for messages that are being claimed. */
  const reserved = new Set<InHand>()
  const failing = new Set<number>()
  let stopped = false

  const failed = (error: unknown): void => {
    if (!faultOf(error)) log.error({ err: error }, 'sending events to other systems failed')
  }

  /** Starts as many messages of an endpoint as the limits allow. */
  async function pump(endpoint: Endpoint): Promise<void> {
    const limit = roomFor(endpoint, [...going.keys(), ...reserved], failing.has(endpoint.id))
    if (stopped || limit <= 0) return
    const { dealerId, id } = endpoint
    const places = Array.from({ length: limit }, () => ({ dealerId, endpointId: id }))
    for (const place of places) reserved.add(place)
    try {
      const now = clock()
      const leaseUntil = new Date(now.getTime() + leaseMs)
      for (const message of await claimMessages(db, endpoint, { now, leaseUntil, limit }))
        going.set(message, send(message))
    } catch (error) {
      failed(error)
    } finally {
      for (const place of places) reserved.delete(place)
    }
  }

  async function send(message: Claimed): Promise<void> {
    const { dealerId, endpointId: id } = message
    try {
      const tried = await tryOnce(deps, message)
      if (isTaken(tried)) failing.delete(id)
      else failing.add(id)
      await storeResult(deps, message, tried)
    } catch (error) {
      // The message is sent again when its lease ends.
      failed(error)
    }
    going.delete(message)
    // Allows the next message of the same record in the store's next turn.
    work.wake([dealerId])
  }

  const work = deps.queues.open({
    name: 'webhooks',
    for: 'stores',
    atOnce: 4,
    waiting: waitingMessages,
    isFull: () => going.size + reserved.size >= most.all,
    async serve(dealerId) {
      for (const endpoint of await listDue(db, dealerId, clock())) await pump(endpoint)
      return [...going.keys()].some((one) => one.dealerId === dealerId) ? 'started' : 'done'
    },
  })

  return {
    wake: () => work.wake(),
    async run() {
      do {
        await work.run()
        await Promise.all(going.values())
        await work.idle()
      } while (going.size > 0)
    },
    async stop() {
      stopped = true
      await work.stop()
      await Promise.all(going.values())
    },
  }
}

const isTaken = ({ status }: Pick<Tried, 'status'>): boolean => status >= 200 && status < 300
const goneStatus = 410

/** Signs with both secrets while one is being replaced. */
async function tryOnce({ clock, serverSecret, reach, timeoutMs }: Deps, message: Claimed): Promise<Tried> {
  const at = clock()
  const { id, body, url, sealed, sealedPrevious } = message
  const secrets: string[] = []
  try {
    for (const one of [sealed, sealedPrevious]) if (one) secrets.push(unseal(serverSecret, one))
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

async function storeResult(deps: Deps, message: Claimed, tried: Tried): Promise<void> {
  const { db, clock, metrics } = deps
  const now = clock()
  const { giveUpAt } = message
  if (isTaken(tried)) {
    metrics.webhookTried('delivered')
    await storeMessageResult(db, message, tried, { state: messageState.delivered, dueAt: now, failures: 0 })
    return
  }
  const failures = message.failures + 1
  const isGone = tried.status === goneStatus
  const isOver = isGone || now >= giveUpAt
  metrics.webhookTried(isOver ? 'given up' : 'failed')
  if (isOver) {
    await giveUp(deps, message, { tried, failures, isGone })
    return
  }
  const dueAt = new Date(Math.min(now.getTime() + pauseMs(failures), giveUpAt.getTime()))
  await storeMessageResult(db, message, tried, { state: messageState.waiting, dueAt, failures })
}

/** Keeps the message among the failed ones for a manual replay and notifies the endpoint's managers. */
async function giveUp(
  deps: Deps,
  message: Claimed,
  { tried, failures, isGone }: { readonly tried: Tried; readonly failures: number; readonly isGone: boolean },
): Promise<void> {
  const { dealerId, endpointId, url, type } = message
  const now = deps.clock()
  await transactLive(deps, async (trx, emitLive) => {
    const next = { state: messageState.failed, dueAt: now, failures }
    if (!(await storeMessageResult(trx, message, tried, next))) return
    const endpoint = { dealerId, id: endpointId }
    if (isGone && !(await endGone(trx, endpoint))) return
    emitLive({ dealerId, topics: ['setting'] })
    if (type === testEvent && !isGone) return
    const { host } = new URL(url)
    const text = isGone
      ? `${host} 答复已停用（410），该地址的事件推送已自动停用`
      : `推送到 ${host} 的事件连续${triedHours}小时未送达，已放弃，可在推送记录中重发`
    const managers = await listManagers(trx, endpoint)
    const notice = { kind: noticeKind.webhookFailed, text }
    await notifyFirst({ db: trx, scope: mintJobScope(dealerId, 0), now, emitLive }, managers, notice)
  })
}
