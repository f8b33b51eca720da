import { mkdtemp, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { offerHelp } from '../server/src/platform/config/help.ts'
import { demoPassword, easyAccounts } from '../server/src/seed/network.ts'
import { findLosses } from './crash/audit.ts'
import { signIn, work } from './crash/client.ts'
import type { Acknowledged, SignedIn } from './crash/client.ts'
import { clusterUrl, postmasterPid } from './crash/cluster.ts'
import { startServer } from './server.ts'
import type { ServerProcess } from './server.ts'

/**
 * `npm run bench -- crash`: kills the server and its PostgreSQL in turn with SIGKILL in the middle of a stream of new
 * customers, follow-ups and orders. All acknowledged work must exist afterwards, complete and exactly once. Exits
 * non-zero on any loss. On a given DATABASE_URL it kills the server alone.
 */

const clients = 8
/** Longest time that the work goes on before and after the kill. */
const workMs = 1_200

/** Kills, restarts, and reports how long the service was away. */
type Kill = (server: ServerProcess) => Promise<ServerProcess>

const killServer =
  (restart: () => Promise<ServerProcess>): Kill =>
  async (server) => {
    const ended = once(server.child, 'exit')
    server.child.kill('SIGKILL')
    await ended
    return restart()
  }

/** The server restarts its PostgreSQL by itself. */
const killPostgres =
  (dataDir: string): Kill =>
  async (server) => {
    const killed = postmasterPid(dataDir)
    process.kill(killed, 'SIGKILL')
    await sleep(200)
    return server
  }

/** One round: all clients work, one kill happens, all clients get their responses. Returns the acknowledged work. */
async function round(server: ServerProcess, me: SignedIn, kill: Kill) {
  const done: Acknowledged[] = []
  let going = true
  const everybody = Promise.all(
    Array.from({ length: clients }, () => work(server.port, me, done, () => going)),
  )
  // The await below reports a failure, however long the restart takes.
  everybody.catch(() => undefined)
  await sleep(200 + Math.random() * workMs)
  const next = await kill(server)
  await sleep(workMs / 2)
  going = false
  await everybody
  return { next, done }
}

async function run(rounds: number): Promise<boolean> {
  const { DATABASE_URL: given = '', DATA_DIR = 'data' } = process.env
  const dataDir = given ? DATA_DIR : await mkdtemp(path.join(tmpdir(), 'showroom-crash-'))
  const environment = { DATA_DIR: dataDir, DATABASE_URL: given, DEMO: '1', LOG_LEVEL: 'silent' }
  let server = await startServer(environment)
  const { port } = server
  const restart = () => startServer({ ...environment, PORT: String(port) })
  const all: Acknowledged[] = []
  let losses: string[] = []
  try {
    const me = await signIn(port, easyAccounts[0]?.mobile ?? '', demoPassword)
    for (let number = 1; number <= rounds && losses.length === 0; number++) {
      const [victim, kill] =
        given || number % 2
          ? (['server', killServer(restart)] as const)
          : (['postgres', killPostgres(dataDir)] as const)
      const { next, done } = await round(server, me, kill)
      server = next
      all.push(...done)
      losses = await findLosses(given || clusterUrl(dataDir), all)
      const follows = done.reduce((sum, { remarks }) => sum + remarks.length, 0)
      const orders = done.reduce((sum, { order }) => sum + order.submitted, 0)
      process.stdout.write(
        `round ${String(number).padStart(2)}  kill -9 ${victim.padEnd(8)}  ${done.length} customers, ${follows} follow-ups and ${orders} orders acknowledged  ${losses.length === 0 ? 'all there, whole, once' : 'LOSS'}\n`,
      )
    }
    for (const loss of losses) process.stdout.write(`  ${loss}\n`)
  } finally {
    await server.stop()
    if (!given) await rm(dataDir, { recursive: true, force: true })
  }
  return losses.length === 0
}

const usage = `Usage: npm run bench -- crash [--rounds N]
  --rounds  kills, of the server and of PostgreSQL in turn (20)
The database is DATABASE_URL, which holds a demo network and is not killed, else its own, which it deletes afterwards.`
offerHelp(usage)
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } })
process.exitCode = (await run(Number(values.rounds))) ? 0 : 1
