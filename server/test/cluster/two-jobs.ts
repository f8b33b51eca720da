import { expect, vi } from 'vitest'
import { startJobs } from '../../src/platform/jobs/jobs.ts'
import type { Job, Jobs } from '../../src/platform/jobs/jobs.ts'
import { createLog } from '../../src/platform/observe/log.ts'
import type { TestApp } from '../app.ts'
import { scrape, valueOf } from '../recount/series.ts'

/** Two jobs for tests of `/metrics`: one succeeds, one fails. */

export const log = createLog('silent')
const job = (name: string, run: () => Promise<void>): Job => ({
  name,
  for: 'stores',
  cron: '0 0 * * *',
  atStart: true,
  run,
})
export const good = job('good', () => Promise.resolve())
export const broken = job('broken', () => Promise.reject(new Error('broken')))

/** Starts both jobs. Resolves when both have run, and the good one is recorded. */
export async function startTwoJobs({ app, databaseUrl }: TestApp): Promise<Jobs> {
  const jobs = await startJobs(databaseUrl, [good, broken], { log, metrics: app.metrics })
  await vi.waitFor(async () => {
    const series = await scrape(app)
    for (const outcome of ['done', 'failed'])
      expect(valueOf(series, 'showroom_job_runs_total', { outcome })).toBeGreaterThan(0)
    expect(valueOf(series, 'showroom_job_last_success_timestamp_seconds', { name: 'good' })).toBeDefined()
  }, 20_000)
  return jobs
}
