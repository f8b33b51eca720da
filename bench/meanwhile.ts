import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Call } from '@showroom/contract/kernel/call'
import type { Order, Outcome } from './load.ts'
import { newKey } from './scenarios.ts'

/** How long other members wait for their lists during large work. */

/** Makes a call that must succeed. */
export async function post<Answer>(port: number, call: Call, token: string, body: object): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${port}${call.path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: token,
      ...(call.writes && { 'idempotency-key': newKey() }),
    },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as Answer & { status: string; detail: string }
  if (answer.status !== '0') throw new Error(`${call.path}: ${answer.detail}`)
  return answer
}

/** Loads in slices without a pause until the work is over; returns the milliseconds of each request. */
export async function loadUntil(
  order: Pick<Order, 'port' | 'connections' | 'requests'>,
  isOver: () => boolean | Promise<boolean>,
): Promise<number[]> {
  const loader = fork(path.join(import.meta.dirname, 'load.ts'))
  const times: number[] = []
  try {
    do {
      loader.send({ ...order, seconds: 0.5, repeat: true })
      const [outcome] = (await once(loader, 'message')) as [Outcome]
      if (outcome.failure) throw new Error(`${outcome.failures} failed: ${outcome.failure}`)
      times.push(...outcome.times)
    } while (!(await isOver()))
  } finally {
    loader.kill()
  }
  return times
}

/** The milliseconds that the given share of requests stayed within. */
export const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0

/** Median and slowest times, for people to read. */
export const describeTimes = (times: readonly number[]): string =>
  [50, 95, 99].map((at) => `p${at} ${percentile(times, at / 100).toFixed(0)} ms`).join(', ')
