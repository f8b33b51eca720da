import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import type pg from 'pg'
import type { ServerProcess } from '../server.ts'

/**
 * Cost of a run while it goes on: how long deliveries wait to become leads, and the server's share of the machine.
 */

export interface Seen {
  /** Longest wait of the oldest delivery in seconds, and the most waiting at once. */
  readonly lag: number
  readonly waiting: number
  /** Share of one core. The database's is 0 if it runs elsewhere. */
  readonly serverCpu: number
  readonly databaseCpu: number
  /** Share of all cores, by all processes. */
  readonly machineCpu: number
  readonly serverMegabytes: number
  readonly load: number
}

const everyMs = 200

interface Waiting {
  readonly age: number
  readonly waiting: number
}

export async function askWaiting(client: pg.Client): Promise<Waiting> {
  const { rows } = await client.query<Waiting>(
    `select coalesce(extract(epoch from clock_timestamp() - min(received_at)), 0)::float8 as age, count(*)::int as waiting
     from lead_delivery where state = 0`,
  )
  return rows[0] ?? { age: 0, waiting: 0 }
}

/** Waits until all deliveries are leads; returns the seconds that took. */
export async function drained(client: pg.Client): Promise<number> {
  const began = performance.now()
  while ((await askWaiting(client)).waiting > 0) await new Promise((resolve) => setTimeout(resolve, 20))
  return (performance.now() - began) / 1000
}

/** Samples until `stop`. The server may be a different process by then. */
export async function watch(
  client: pg.Client,
  server: () => ServerProcess,
): Promise<{ stop: () => Promise<Seen> }> {
  const began = performance.now()
  const databaseBefore = await databaseTicks(client)
  const [machineBefore, first, firstBefore] = [machineTicks(), server(), ticksOf(server().child.pid)]
  let [lag, waiting, megabytes] = [0, 0, 0]
  let looking: Promise<void> | undefined
  const look = async (): Promise<void> => {
    const waitingRows = await askWaiting(client)
    lag = Math.max(lag, waitingRows.age)
    waiting = Math.max(waiting, waitingRows.waiting)
    megabytes = Math.max(megabytes, server().memory())
  }
  const timer = setInterval(() => {
    looking ??= look().finally(() => (looking = undefined))
  }, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await looking
      const seconds = (performance.now() - began) / 1000
      const machine = machineTicks()
      const ticks = ticksOf(server().child.pid) - (server() === first ? firstBefore : 0)
      const database = await databaseTicks(client)
      const databaseUsed = [...database].reduce(
        (sum, [pid, all]) => sum + all - (databaseBefore.get(pid) ?? 0),
        0,
      )
      return {
        lag,
        waiting,
        serverCpu: ticks / 100 / seconds,
        databaseCpu: databaseUsed / 100 / seconds,
        machineCpu: (machine.busy - machineBefore.busy) / (machine.all - machineBefore.all),
        serverMegabytes: megabytes,
        load: loadavg()[0] ?? 0,
      }
    },
  }
}

/** Processor time of the process in hundredths of a second; 0 where the system does not report it. */
function ticksOf(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return Number(fields[11]) + Number(fields[12])
  } catch {
    return 0
  }
}

/** Ticks of all current processes of the cluster, including background ones. */
async function databaseTicks(client: pg.Client): Promise<Map<number, number>> {
  const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity')
  return new Map(rows.map(({ pid }) => [pid, ticksOf(pid)]))
}

function machineTicks(): { busy: number; all: number } {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
    const parts = line.trim().split(/\s+/).slice(1, 9).map(Number)
    const all = parts.reduce((sum, part) => sum + part, 0)
    return { all, busy: all - (parts[3] ?? 0) - (parts[4] ?? 0) }
  } catch {
    return { busy: 0, all: 1 }
  }
}
