import { parseArgs } from 'node:util'
import { rooms } from '@showroom/contract'
import { addDays } from '@showroom/contract/kernel/day'
import { offerHelp } from '../server/src/platform/config/help.ts'
import { environmentOf, openDatabase } from './database.ts'
import { describeTimes, loadUntil } from './meanwhile.ts'
import { signInReaders } from './readers.ts'
import { now, requestOf } from './scenarios.ts'
import type { Reader } from './scenarios.ts'
import { startServer } from './server.ts'

/**
 * `npm run bench -- reports`: 200 concurrent reports of a year, and how long other members wait for their lists
 * meanwhile.
 */

/** Members who read their lists without a pause. */
const others = 4

const usage = `Usage: npm run bench -- reports [--reports N] [--rounds N]
  --reports  how many at once (200)
  --rounds   how often (5)
The database is DATABASE_URL, else an embedded one under data/bench, filled on the first run.`
offerHelp(usage)
const { values: given } = parseArgs({
  options: { reports: { type: 'string', default: '200' }, rounds: { type: 'string', default: '5' } },
})
const [atOnce, rounds] = [Number(given.reports), Number(given.rounds)]
if (!(atOnce >= 1 && rounds >= 1)) throw new Error(usage)

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const { taskSum, customerSum2, seriesSum, storeSourceSum, onlineSum } = rooms.report
const calls = [taskSum, customerSum2, seriesSum, storeSourceSum, onlineSum]

type Told = 'answered' | 'sent away'

/** Requests a year's report that is not cached; a rejected request returns when to retry. */
async function askReport({ token }: Reader, at: number): Promise<{ outcome: Told; ms: number }> {
  const started = performance.now()
  const dateEnd = addDays(now(), -at)
  const {
    path: address,
    headers,
    body,
  } = requestOf(calls[at % calls.length] ?? taskSum, token, {
    dateStart: addDays(dateEnd, -364),
    dateEnd,
  })
  const response = await fetch(`http://127.0.0.1:${server.port}${address}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  const { status, detail } = (await response.json()) as { status: string; detail: string }
  const ms = performance.now() - started
  if (response.status === 429 && response.headers.get('retry-after')) return { outcome: 'sent away', ms }
  if (status !== '0') throw new Error(`${address}: ${response.status} ${detail}`)
  return { outcome: 'answered', ms }
}

/** Reads the lists of others until `isOver`. */
async function listsUntil(isOver: () => boolean): Promise<string> {
  const requests = readers.map(({ token }) => requestOf(rooms.customer.list, token, { pageCount: 10 }))
  const times = await loadUntil({ port: server.port, connections: others, requests }, isOver)
  return `${times.length} lists of others: ${describeTimes(times)}`
}

await using database = await openDatabase(say)
await using server = await startServer(environmentOf(database))
await using signedIn = await signInReaders(database.url)
const { readers } = signedIn
const from = performance.now()
say(`alone: ${await listsUntil(() => performance.now() - from > Math.min(3_000, atOnce * 15))}`)
for (let round = 0; round < rounds; round += 1) {
  let isOver = false
  const lists = listsUntil(() => isOver)
  const reports = await Promise.all(
    Array.from({ length: atOnce }, (_, at) =>
      askReport(readers[at % readers.length] as Reader, round * atOnce + at),
    ),
  )
  isOver = true
  const answered = reports.filter(({ outcome }) => outcome === 'answered').map(({ ms }) => ms)
  say(
    `${atOnce} reports at once: ${answered.length} answered (${describeTimes(answered)}), ` +
      `${atOnce - answered.length} refused with TOO_MANY; ${await lists}; server at ${server.memory()} MB`,
  )
}
