import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { offerHelp } from '../server/src/platform/config/help.ts'
import { Random } from '../server/src/seed/random.ts'
import { encoded, mutated } from '../server/test/walks/mutations.ts'
import { allScenarios } from './all.ts'
import { environmentOf, openDatabase } from './database.ts'
import type { Order, Outcome, Request } from './load.ts'
import { signInReaders } from './readers.ts'
import { requestOf } from './scenarios.ts'
import type { Scenario } from './scenarios.ts'
import { startServer } from './server.ts'

/**
 * `npm run bench -- soak`: runs valid and broken requests of all calls in turn for a long time. Reports the server's
 * memory, and whether its heap grows: the smallest heap in each ten minutes.
 */

const usage = `Usage: npm run bench -- soak [--minutes N] [--connections N]
  --minutes      how long (60)
  --connections  concurrent requests (8)
The database is that of the other tools.`

offerHelp(usage)
const text = { type: 'string' } as const
const { values } = parseArgs({
  options: { minutes: { ...text, default: '60' }, connections: { ...text, default: '8' } },
})
const [minutes, connections] = [Number(values.minutes), Number(values.connections)]
if (!(minutes > 0 && connections > 0)) throw new Error(usage)

const say = (line: string): void => void process.stdout.write(`${line}\n`)
/** Per call, before the next one. */
const secondsEach = Math.min(2, minutes)
const bodiesEach = 200
const periodMinutes = 10

const random = new Random(1)
await using database = await openDatabase(say)
await using server = await startServer({ ...environmentOf(database), TRUST_PROXY: '1' })
await using signedIn = await signInReaders(database.url)
const loader = fork(path.join(import.meta.dirname, 'load.ts'))

/** Valid requests of a call, each followed by a broken one. */
async function requestsOf({ call, by, policy, bodies }: Scenario): Promise<Request[]> {
  const all = by === 'consultant' ? signedIn.consultants : signedIn.readers
  const reader = random.pick(all.filter((one) => !policy || one.policy === policy))
  const made = await bodies(reader, bodiesEach)
  return made.flatMap((body) => {
    const right = requestOf(call, reader.token, body)
    return [right, { ...right, body: encoded(mutated(random, { ...body }, Object.keys(body))) }]
  })
}

async function load(process: ChildProcess, order: Order): Promise<Outcome> {
  process.send(order)
  const [outcome] = (await once(process, 'message')) as [Outcome]
  return outcome
}

try {
  const all = allScenarios(database.url)
  const started = Date.now()
  const ends = started + minutes * 60_000
  let [answered, refused, most, throttled, leastHeap] = [0, 0, 0, 0, Infinity]
  let mostAfter = ''
  const leastHeaps: string[] = []
  say(`at the start ${server.memory()} MB, heap ${(await server.heap()).toFixed()} MB`)
  for (let turn = 0; Date.now() < ends; turn++) {
    const scenario = all[turn % all.length] as Scenario
    const requests = await requestsOf(scenario)
    const repeat = !scenario.call.writes
    const order = { port: server.port, connections, seconds: secondsEach, requests, repeat }
    const outcome = await load(loader, order)
    answered += outcome.times.length
    refused += outcome.failures
    const memory = server.memory()
    if (memory > most) [most, mostAfter] = [memory, scenario.name]
    leastHeap = Math.min(leastHeap, await server.heap())
    if (Date.now() >= started + (leastHeaps.length + 1) * periodMinutes * 60_000) {
      leastHeaps.push(leastHeap.toFixed())
      leastHeap = Infinity
    }
    if (Date.now() < throttled + 60_000) continue
    throttled = Date.now()
    say(
      `${Math.ceil((ends - throttled) / 60_000)} min left: ${server.memory()} MB, at most ${most} MB (after “${mostAfter}”); ${answered} answered, ${refused} refused`,
    )
  }
  say(
    `at the end ${server.memory()} MB, at most ${most} MB (after “${mostAfter}”); ${answered} answered, ${refused} refused`,
  )
  say(`the least heap of each ${periodMinutes} minutes: ${leastHeaps.join(', ')} MB`)
} finally {
  loader.kill()
}
