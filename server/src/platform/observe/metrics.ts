import { statfs } from 'node:fs/promises'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type pg from 'pg'
import { retryCounts } from '../db/client.ts'
import type { DatabaseHealth } from '../db/fault.ts'
import type { Line } from '../db/line.ts'
import { release } from '../config/release.ts'

export interface Metrics {
  observeRequest(path: string, status: number, refusal: string, seconds: number): void
  /** Counts change events sent to all processes for their open pages. */
  liveHinted(hints: number): void
  /** Changes the number of open streams. */
  liveStreams(change: 1 | -1): void
  /** Counts a job run on this process. */
  jobRan(name: string, outcome: 'done' | 'failed', seconds: number): void
  /** Counts a try to send a text, by the first provider or a fallback. `outcome` is `sent` or the provider's error code. */
  smsSent(provider: 'first' | 'fallback', outcome: string): void
  /** Records the final state of a text and the seconds since it was requested. */
  smsSettled(state: 'sent' | 'refused' | 'delivered' | 'undelivered', seconds: number): void
  /** Counts a try to sign in. `outcome` is `done`, the code of the refusal, or `failed` for an error of the server. */
  signInTried(way: string, outcome: string): void
  /** Counts a try to deliver a webhook. */
  webhookTried(outcome: 'delivered' | 'failed' | 'given up'): void
  /** Adds a gauge that is read from the database at each scrape, with the same value on every process. */
  watch(name: string, help: string, read: () => Promise<number>): void
  /** Adds a gauge like `watch` with a value for each value of a label. */
  watchEach(name: string, help: string, label: string, read: () => Promise<ReadonlyMap<string, number>>): void
  /** Renders the metrics as Prometheus text. */
  render(): Promise<string>
  readonly contentType: string
}

/** Creates the metrics of `/metrics`: requests by path and outcome, response times, pool, process. */
export function createMetrics(pool: pg.Pool): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  new Gauge({
    name: 'showroom_info',
    help: 'The release that runs; always 1',
    labelNames: ['version'],
    registers: [register],
  }).set({ version: release }, 1)
  const requests = new Counter({
    name: 'showroom_requests_total',
    help: 'Requests by path, HTTP status and refusal',
    labelNames: ['path', 'status', 'refusal'],
    registers: [register],
  })
  const seconds = new Histogram({
    name: 'showroom_request_seconds',
    help: 'Time to answer',
    labelNames: ['path'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [register],
  })
  const connections = new Gauge({
    name: 'showroom_database_connections',
    help: 'Connections of the pool',
    labelNames: ['state'],
    registers: [register],
    collect() {
      this.set({ state: 'total' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  void connections
  countRetries(register)
  const hinted = new Counter({
    name: 'showroom_live_hints_total',
    help: 'Hints of changes that this process sent for open pages',
    registers: [register],
  })
  const streams = streamsOf(register)
  const runs = new Counter({
    name: 'showroom_job_runs_total',
    help: 'Runs of jobs on this process, by outcome',
    labelNames: ['name', 'outcome'],
    registers: [register],
  })
  const runSeconds = new Histogram({
    name: 'showroom_job_seconds',
    help: 'Time of a run of a job',
    labelNames: ['name'],
    buckets: [0.01, 0.1, 1, 10, 60, 300],
    registers: [register],
  })
  const signIns = new Counter({
    name: 'showroom_sign_ins_total',
    help: 'Attempts to sign in, by way and outcome',
    labelNames: ['way', 'outcome'],
    registers: [register],
  })
  const hooks = hooksOf(register)
  return {
    observeRequest(path, status, refusal, took) {
      requests.inc({ path, status: String(status), refusal })
      seconds.observe({ path }, took)
    },
    liveHinted: (hints) => hinted.inc(hints),
    liveStreams: (change) => streams.inc(change),
    jobRan(name, outcome, took) {
      runs.inc({ name, outcome })
      runSeconds.observe({ name }, took)
    },
    ...messagesOf(register),
    signInTried: (way, outcome) => signIns.inc({ way, outcome }),
    webhookTried: (outcome) => hooks.inc({ outcome }),
    ...watchersOf(register),
    render: () => register.metrics(),
    contentType: register.contentType,
  }
}

/** Adds a gauge for each state of the database: 1 in that state, otherwise 0. */
export function watchFaults(metrics: Pick<Metrics, 'watch'>, health: Pick<DatabaseHealth, 'check'>): void {
  for (const [state, name, help] of [
    ['away', 'away', 'The database is unreachable'],
    ['read-only', 'read_only', 'The database rejects writes: a standby, or read-only'],
    ['full', 'full', 'The database rejected a write in the last minute because its disk is full'],
  ] as const)
    metrics.watch(`showroom_database_${name}`, help, async () => Number((await health.check()) === state))
}

/** Adds a gauge of the connection by which this process receives the changes of the others. */
export function watchLine(metrics: Pick<Metrics, 'watch'>, line: Pick<Line, 'isUp'>): void {
  const help = 'Whether this process receives notifications: 1 while its LISTEN connection is up'
  metrics.watch('showroom_listen_up', help, () => Promise.resolve(Number(line.isUp())))
}

/** Adds gauges of the disk that holds a folder. */
export function watchDisk(metrics: Pick<Metrics, 'watch'>, folder: string): void {
  metrics.watch('showroom_data_disk_size_bytes', 'Size of the disk that holds DATA_DIR', async () => {
    const { blocks, bsize } = await statfs(folder)
    return blocks * bsize
  })
  metrics.watch('showroom_data_disk_free_bytes', 'Free space on the disk that holds DATA_DIR', async () => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  })
}

/** Gauges that are read at each scrape. Without the database they have no value; the other metrics are still rendered. */
const watchersOf = (register: Registry): Pick<Metrics, 'watch' | 'watchEach'> => ({
  watch(name, help, read) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        await read().then(
          (value) => gauge.set(value),
          () => gauge.remove(),
        )
      },
    })
  },
  watchEach(name, help, label, read) {
    const gauge = new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [register],
      async collect() {
        gauge.reset()
        for (const [of, value] of await read().catch(() => new Map<string, number>()))
          gauge.set({ [label]: of }, value)
      },
    })
  },
})

const streamsOf = (register: Registry): Gauge =>
  new Gauge({ name: 'showroom_live_streams', help: 'Open streams of pages', registers: [register] })

function messagesOf(register: Registry): Pick<Metrics, 'smsSent' | 'smsSettled'> {
  const tries = new Counter({
    name: 'showroom_sms_total',
    help: 'Attempts to send a text, by provider and outcome',
    labelNames: ['provider', 'outcome'],
    registers: [register],
  })
  const seconds = new Histogram({
    name: 'showroom_sms_seconds',
    help: 'Time from the request for a text to its final state',
    labelNames: ['state'],
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 1_800],
    registers: [register],
  })
  return {
    smsSent: (provider, outcome) => tries.inc({ provider, outcome }),
    smsSettled: (state, took) => seconds.observe({ state }, took),
  }
}

const hooksOf = (register: Registry): Counter<'outcome'> =>
  new Counter({
    name: 'showroom_webhook_tries_total',
    help: 'Attempts to send events to other systems, by outcome',
    labelNames: ['outcome'],
    registers: [register],
  })

/** Counts this process's transaction retries by reason. */
function countRetries(register: Registry): void {
  for (const [reason, help] of [
    ['crossed', 'Transactions retried after a deadlock'],
    ['stale', 'Transactions retried because a migration changed the columns of their statements'],
    ['overtaken', 'Transactions retried because rows changed between their read and their lock'],
  ] as const) {
    let seen = 0
    void new Counter({
      name: `showroom_transactions_${reason}_total`,
      help,
      registers: [register],
      collect() {
        this.inc(retryCounts[reason] - seen)
        seen = retryCounts[reason]
      },
    })
  }
}
