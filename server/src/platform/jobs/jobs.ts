import { PgBoss } from 'pg-boss'
import type { Behalf } from './behalf.ts'
import { systemClock } from '../clock.ts'
import { openJobDatabase } from '../db/job-database.ts'
import { failureOfRun } from './job-board.ts'
import type { JobBoard, JobState } from './job-board.ts'
import { listAbandoned, listLastFailures, listLastRuns } from './jobs.repository.ts'
import type { JobQuery, LastRun } from './jobs.repository.ts'
import { summaryOf } from '../observe/log.ts'
import type { Logger } from '../observe/log.ts'
import type { Metrics } from '../observe/metrics.ts'
import { traced } from '../observe/trace.ts'

/** A scheduled job. It runs on one server process at a time and must be idempotent, because a killed run is repeated. */
export interface Job {
  readonly name: string
  /**
   * For whom the job works. `stores`: it acts in no member's name and sends members nothing outside the product. A `Behalf`: it acts for
   * members and uses this to check, before each batch, whether they still may (docs/decisions/0044-work-and-rights.md).
   */
  readonly for: 'stores' | Behalf
  /** Cron expression, in Asia/Shanghai. */
  readonly cron: string
  /** Also runs once when a process starts, to finish what a killed one left. */
  readonly atStart?: true
  run(): Promise<void>
}

export interface Jobs {
  stop(): Promise<void>
}

/** Time zone of the cron expressions. */
const tz = 'Asia/Shanghai'

/** Runs the jobs from a queue in the same database, so that several processes share them and no run is lost when one is killed. */
export async function startJobs(
  databaseUrl: string,
  jobs: readonly Job[],
  {
    log,
    metrics,
    board,
  }: {
    readonly log: Logger
    readonly metrics: Pick<Metrics, 'jobRan' | 'watchEach'>
    readonly board?: Pick<JobBoard, 'connect'>
  },
): Promise<Jobs> {
  const database = openJobDatabase(databaseUrl, log)
  const boss = new PgBoss({
    db: database,
    schema: 'job',
    useListenNotify: true,
    cronMonitorIntervalSeconds: 3,
    cronWorkerIntervalSeconds: 2,
  })
  boss.on('error', (error) => log.warn({ error: summaryOf(error) }, 'job queue failed'))
  await boss.start()
  for (const job of jobs) {
    await boss.createQueue(job.name, {
      policy: 'singleton',
      retryLimit: 3,
      retryBackoff: true,
      expireInSeconds: 300,
    })
    // Also for queues that an earlier release created.
    await boss.updateQueue(job.name, { notify: true })
    // Queued before the worker's first poll; the next one is 30 s later.
    if (job.atStart) await boss.send(job.name)
    await boss.work(job.name, { pollingIntervalSeconds: 30 }, async () => {
      const started = performance.now()
      const seconds = (): number => (performance.now() - started) / 1000
      try {
        await traced({ name: `job ${job.name}`, isRoot: true }, () => job.run())
      } catch (error) {
        metrics.jobRan(job.name, 'failed', seconds())
        log.error({ job: job.name, err: error }, 'job failed')
        throw error
      }
      metrics.jobRan(job.name, 'done', seconds())
      log.info({ job: job.name, ms: Math.round(seconds() * 1000) }, 'job done')
    })
    // Runs once for all the times that passed while the database was away or no process ran.
    await boss.schedule(job.name, job.cron, {}, { tz, missed: 'once' })
  }
  const names = jobs.map(({ name }) => name)
  // Jobs of earlier releases would be queued forever.
  for (const name of await listAbandoned(database.query, names, systemClock())) await boss.deleteQueue(name)
  const lateness = createLateness(boss, jobs)
  // The schedule does not always catch up runs that were due while no process or an earlier release ran.
  for (const run of await listLastRuns(database.query, names))
    if (lateness(run) > 0) await boss.send(run.name)
  watchJobs(metrics, lateness, () => listLastRuns(database.query, names))
  board?.connect(() => readStates(database.query, names, lateness))
  return {
    async stop() {
      database.stopWaiting()
      await boss.stop({ graceful: true, timeout: 10_000 })
      await database.close()
    },
  }
}

/** Seconds by which the run of a job is overdue that should have followed its last success. */
type Lateness = (run: LastRun) => number

/** Uses the database's clock, as pg-boss does. */
function createLateness(boss: Pick<PgBoss, 'previewSchedule'>, jobs: readonly Job[]): Lateness {
  const crons = new Map(jobs.map(({ name, cron }) => [name, cron]))
  return ({ name, since, succeededAt, readAt }) => {
    const [due = readAt] = boss.previewSchedule(crons.get(name) ?? '', {
      tz,
      from: succeededAt ?? since,
      count: 1,
    })
    return Math.max(0, (readAt.getTime() - due.getTime()) / 1000)
  }
}

/** Reads the jobs' state on all processes. */
async function readStates(
  query: JobQuery,
  names: readonly string[],
  lateness: Lateness,
): Promise<readonly JobState[]> {
  const [runs, failures] = await Promise.all([listLastRuns(query, names), listLastFailures(query, names)])
  return runs.map((run) => {
    const failure = failures.find(({ name }) => name === run.name)
    return {
      name: run.name,
      succeededAt: run.succeededAt,
      lateSeconds: lateness(run),
      failedAt: failure?.at ?? null,
      failure: failure ? failureOfRun(failure.output) : '',
    }
  })
}

/** Adds gauges of the jobs' last successful runs, on any process, and of how late they are. */
function watchJobs(
  metrics: Pick<Metrics, 'watchEach'>,
  lateness: Lateness,
  read: () => Promise<readonly LastRun[]>,
): void {
  /** The query under way: both gauges of one scrape share it. */
  let reading: Promise<readonly LastRun[]> | undefined
  const readRuns = () => (reading ??= read().finally(() => (reading = undefined)))
  metrics.watchEach(
    'showroom_job_last_success_timestamp_seconds',
    'When a job last succeeded on any process, in seconds since 1970',
    'name',
    async () =>
      new Map(
        (await readRuns()).flatMap(({ name, succeededAt }) =>
          succeededAt ? [[name, succeededAt.getTime() / 1000] as const] : [],
        ),
      ),
  )
  metrics.watchEach(
    'showroom_job_late_seconds',
    'How long the run of a job is overdue that should have followed its last success, 0 if none is',
    'name',
    async () => new Map((await readRuns()).map((run) => [run.name, lateness(run)])),
  )
}
