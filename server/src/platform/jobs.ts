import { PgBoss } from 'pg-boss'
import type { Logger } from './log.ts'

/** A job that runs on a schedule, on one of the server processes at a time. It must be idempotent: a killed run is run again. */
export interface Job {
  readonly name: string
  /** Cron, in Asia/Shanghai. */
  readonly cron: string
  /** Also once when a process starts: there may be work that a killed one has left. */
  readonly atStart?: true
  run(): Promise<void>
}

export interface Jobs {
  stop(): Promise<void>
}

/** Runs the jobs from a queue in the same database, so that several processes share them and a kill loses none. */
export async function startJobs(databaseUrl: string, jobs: readonly Job[], log: Logger): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: 'job',
    max: 3,
    application_name: 'showroom-jobs',
  })
  boss.on('error', (error) => log.warn({ error: error.message }, 'job queue'))
  await boss.start()
  for (const job of jobs) {
    await boss.createQueue(job.name, {
      policy: 'singleton',
      retryLimit: 3,
      retryBackoff: true,
      expireInSeconds: 300,
    })
    await boss.work(job.name, { pollingIntervalSeconds: 30 }, async () => {
      const started = Date.now()
      await job.run()
      log.info({ job: job.name, ms: Date.now() - started }, 'job done')
    })
    if (job.atStart) await boss.send(job.name)
    await boss.schedule(job.name, job.cron, {}, { tz: 'Asia/Shanghai' })
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 10_000 }) }
}
