import { setTimeout as sleep } from 'node:timers/promises'
import { rooms } from '@showroom/contract'
import type { AnswerOf, Call } from '@showroom/contract/kernel/call'
import { sha256Hex } from '../../server/src/access/password/password.ts'
import { newOrder } from '../order.ts'
import { newCustomer, newKey, phoneFollow } from '../scenarios.ts'

/**
 * A client that adds customers, follows them up and orders for them without a pause, and repeats unanswered requests
 * with the same key.
 */

/** Work that the server has acknowledged. */
export interface Acknowledged {
  readonly customerId: number
  /** The remark of each follow-up. */
  readonly remarks: string[]
  /** Numbers of orders made and submitted. */
  readonly order: { made: number; submitted: number }
}

export class Wrong extends Error {
  override readonly name = 'Wrong'
}

/** Longest tolerated outage; a longer one counts as a failure. */
const longestAwayMs = 60_000
const followsOfOne = 6
/** Cars of the seed's catalogue. */
const orderedLines = [
  { skuId: 2_010_111, specId: 20_101 },
  { skuId: 2_010_112, specId: 20_101 },
]

/** Repeats a request until a final response arrives: a broken connection and a 5xx are repeated. */
async function ask<C extends Call>(port: number, call: C, token: string, body: object): Promise<AnswerOf<C>> {
  const key = newKey()
  const gaveUpAt = Date.now() + longestAwayMs
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}${call.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: token,
        ...(call.writes && { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    })
      .then(
        async (answer) => ({ status: answer.status, text: await answer.text() }),
        () => undefined,
      )
      .catch(() => undefined)
    if (response && response.status < 500) {
      const answer = JSON.parse(response.text) as AnswerOf<C> & { status: string }
      if (answer.status !== '0') throw new Wrong(`${call.path} with ${key} was refused: ${response.text}`)
      return answer
    }
    if (response && response.status !== 503)
      throw new Wrong(`${call.path} answered ${response.status}: ${response.text}`)
    if (Date.now() > gaveUpAt) throw new Wrong(`no answer for ${longestAwayMs / 1000} s`)
    await sleep(50)
  }
}

/** Signs in as a person in a demo does: reads the captcha and the SMS code from the page. */
export async function signIn(port: number, mobile: string, password: string) {
  const uniqueId = newKey()
  const { demoAnswer = '' } = await ask(port, rooms.access.captcha, '', { uniqueId })
  const { demoCode } = await ask(port, rooms.access.getSmsCode, '', { mobile, answer: demoAnswer, uniqueId })
  const login = { mobile, password: sha256Hex(password), smsCode: demoCode }
  const { token, profile } = await ask(port, rooms.access.loginWithSmsCode, '', login)
  return { token, city: { province: profile.province, city: profile.city, area: profile.area } }
}
export type SignedIn = Awaited<ReturnType<typeof signIn>>

/** Works until stopped, and finishes what it has begun. Adds everything acknowledged to `done`. */
export async function work(
  port: number,
  me: SignedIn,
  done: Acknowledged[],
  going: () => boolean,
): Promise<void> {
  while (going()) {
    const customer = newCustomer(me)
    const { customerId = 0, dealId = 0 } = await ask(port, rooms.customer.add, me.token, customer)
    const acknowledged: Acknowledged = {
      customerId,
      remarks: [],
      order: { made: 0, submitted: 0 },
    }
    done.push(acknowledged)
    for (let step = 0; step < followsOfOne && going(); step++) {
      const { pendingActivity } = await ask(port, rooms.customer.get, me.token, { customerId })
      // The closing `#` keeps any remark from being a prefix of another.
      const remark = `跟进 ${newKey()}#`
      const form = { ...phoneFollow({ customerId, dealId, activityId: pendingActivity?.id ?? 0 }), remark }
      await ask(port, rooms.customer.follow, me.token, form)
      acknowledged.remarks.push(remark)
    }
    if (!going()) continue
    const form = newOrder({ customerId, dealId }, me.city, orderedLines)
    const { orderId } = await ask(port, rooms.order.create, me.token, form)
    acknowledged.order.made += 1
    await ask(port, rooms.order.submit, me.token, { orderId })
    acknowledged.order.submitted += 1
  }
}
