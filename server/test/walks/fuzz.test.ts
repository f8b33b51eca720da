import { setImmediate } from 'node:timers/promises'
import { calls } from '@showroom/contract'
import type { Call } from '@showroom/contract/kernel/call'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '../../src/platform/observe/log.ts'
import { Random } from '../../src/seed/random.ts'
import { createTestApp } from '../app.ts'
import type { TestApp } from '../app.ts'
import { encoded, mutated, oddHeaders } from './mutations.ts'
import { bodyFor, buildActor, fieldsOf, roleFor, walkedCalls } from './walks.ts'

/**
 * Mutates valid requests of every call at random: each is answered or refused, in Chinese, without traces of an
 * internal error. `FUZZ_SEED` and `FUZZ_RUNS` try others.
 */

const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_118)
const runs = Number(process.env['FUZZ_RUNS'] ?? 6_000)
const atOnce = 12

const lines: string[] = []
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ log: createLog('info', { write: (line) => void lines.push(line) }) })
})
afterAll(() => app.close())

interface Shot {
  readonly call: Call
  readonly headers: Record<string, string>
  readonly payload: string
}

/** Calls with more fields can be broken in more ways. */
const weight = calls.reduce((sum, call) => sum + fieldsOf(call).length + 1, 0)

/** Broken requests of one call, sent by a manager of a separate store. */
async function shotsAt(call: Call, random: Random): Promise<Shot[]> {
  const actor = await buildActor(app, { role: roleFor(call) })
  const { member } = actor
  const body = { dealerId: member.dealerId, ...(await bodyFor(app, call, actor)) }
  const fields = fieldsOf(call)
  return Array.from({ length: Math.ceil((runs * (fields.length + 1)) / weight) }, () => {
    const signedIn = random.chance(0.95)
    return {
      call,
      headers: {
        'content-type': 'application/json',
        ...(signedIn && { authorization: member.token }),
        ...(random.chance(0.03) && random.pick(oddHeaders)),
      },
      payload: encoded(mutated(random, body, fields)),
    }
  })
}

/** Patterns of stack traces, SQL and library messages. */
const leak =
  /\bat \S+ \(|node_modules|\.[jt]s:\d|\b(?:Type|Range|Syntax|Reference|Zod|Database)?Error\b|\bFST_|\bselect .* from\b|violates|relation "|invalid input|expected|期望|无效输入|数值过/i

async function fire({ call, headers, payload }: Shot): Promise<void> {
  const response = await app.app.http.inject({ method: 'POST', url: call.path, headers, payload })
  const of = () => `seed ${seed}: ${call.path} ${payload.slice(0, 400)} → ${response.body.slice(0, 400)}`
  if (![200, 400, 413, 429].includes(response.statusCode))
    throw new Error(`${response.statusCode} ${of()} ${lines.slice(-3).join(' ')}`)
  const answer = response.json<{ status: string; detail: string; errors?: { text: string }[] }>()
  if (answer.status === '0') return
  for (const text of [answer.detail, ...(answer.errors ?? []).map((error) => error.text)])
    if (!/[\u4e00-\u9fa5]/.test(text) || leak.test(text)) throw new Error(`“${text}” ${of()}`)
}

it(`${runs} broken requests of seed ${seed} are answered or refused`, async () => {
  const random = new Random(seed)
  const shots: Shot[] = []
  for (const call of walkedCalls) shots.push(...(await shotsAt(call, random)))
  lines.length = 0
  const queue = random.sample(shots, shots.length)
  const worker = async (): Promise<void> => {
    for (let shot = queue.pop(); shot; shot = queue.pop()) {
      await fire(shot)
      // Immediately refused requests never wait; this gives other work its turn.
      await setImmediate()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const faults = lines.filter(
    (line) => (JSON.parse(line) as { level: number }).level >= 40 || leak.test(line),
  )
  expect(faults.slice(0, 3)).toEqual([])
}, 180_000)
