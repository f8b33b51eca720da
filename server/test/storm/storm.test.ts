import { afterAll, beforeAll, expect, it } from 'vitest'
import type { App } from '../../src/app.ts'
import { buildSource } from '../../src/lead/intake.factory.ts'
import { retryCounts } from '../../src/platform/db/client.ts'
import { createTestApp } from '../app.ts'
import type { TestApp } from '../app.ts'
import { watchLocks } from '../guards/locks.guard.ts'
import { openStorm } from './storm-deeds.ts'
import type { Senders } from './storm-deeds.ts'

/**
 * Runs the deeds of storm-deeds.ts on the same ten customers, many at once on two processes: nothing fails, locks keep
 * their order, and no transactions deadlock. Takes a few seconds here; `npm run storm` runs a minute for each policy.
 */

const given = process.env['STORM_SECONDS']
const seconds = Number(given ?? 4)
/** In a minute of 32, bulk work waits for the ten customers one after the other until its statement times out. */
const atOnce = given ? 16 : 32

let app: TestApp
let nodes: readonly App[]
let senders: Senders
/** Deadlocks and serialization failures of all storms. */
let crossed = 0
beforeAll(async () => {
  app = await createTestApp()
  senders = {
    leads: await buildSource(app.db),
    orders: await buildSource(app.db, { sends: 'orders' }),
    records: await buildSource(app.db, { sends: 'records' }),
  }
  nodes = [app.app, await app.startNode()]
})
afterAll(() => app.close())

it.each([1, 2, 3])(
  'a storm on ten customers of a store of policy %d fails nothing, and locks in order',
  { timeout: (seconds + 60) * 1000 },
  async (policy) => {
    const { deeds, pick } = await openStorm(app, nodes, senders, policy)
    const names = Object.keys(deeds)
    const before = { ...retryCounts }
    const stop = watchLocks()
    const until = performance.now() + seconds * 1000
    const tried = new Map(names.map((name) => [name, 0]))
    const done = new Map(names.map((name) => [name, 0]))
    const failures: unknown[] = []
    // Each deed once, then at random.
    const first = names.toReversed()
    const storming = async (): Promise<void> => {
      while (performance.now() < until) {
        const name = first.pop() ?? pick(names)
        const answer = await deeds[name]?.()
        tried.set(name, (tried.get(name) ?? 0) + 1)
        if (answer?.status === '0') done.set(name, (done.get(name) ?? 0) + 1)
        if (answer && answer.httpStatus >= 500) failures.push({ name, answer })
      }
    }
    await Promise.all(Array.from({ length: atOnce }, storming))
    for (const { intake } of nodes) await intake.idle()
    const problems = stop()
    const begun = {
      crossed: retryCounts.crossed - before.crossed,
      overtaken: retryCounts.overtaken - before.overtaken,
    }
    if (given)
      process.stdout.write(
        `policy ${policy}: ${JSON.stringify(begun)}, done of tried: ${names.map((name) => `${name} ${done.get(name)}/${tried.get(name)}`).join(', ')}\n`,
      )
    crossed += begun.crossed
    expect(failures).toEqual([])
    expect(problems).toEqual([])
  },
)

/** After all storms, in whatever order they ran. */
afterAll(() => {
  if (crossed > 0) throw new Error(`${crossed} transactions of the storms deadlocked`)
})
