import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { good, log } from '../../../test/cluster/two-jobs.ts'
import { scrape, valueOf } from '../../../test/recount/series.ts'
import { createLog } from '../observe/log.ts'
import { startJobs } from './jobs.ts'
import type { Job } from './jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const run = async (jobs: readonly Job[]): Promise<void> => {
  const { metrics } = await app.startNode()
  const started = await startJobs(app.databaseUrl, jobs, { log, metrics })
  await started.stop()
}
const scheduled = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from job.schedule order by name`.execute(app.db)
  return rows.map(({ name }) => name)
}

it('a job that no process has worked for a day is no longer scheduled; one of a newer release is', async () => {
  await run([good, { ...good, name: 'old' }, { ...good, name: 'newer' }])
  await sql`delete from job.job where state = 'created'`.execute(app.db)
  await sql`insert into job.job (name, created_on) values ('old', now() - interval '25 hours'), ('newer', now())`.execute(
    app.db,
  )
  await run([good])
  expect(await scheduled()).toEqual(['good', 'newer'])
})

it('a run that was due while no process ran is caught up at the start, and a wrong clock makes no job late', async () => {
  const ran: string[] = []
  const job: Job = {
    name: 'hourly',
    for: 'stores',
    cron: '0 * * * *',
    run: () => Promise.resolve(void ran.push('hourly')),
  }
  await run([job])
  await sql`update job.schedule set created_on = created_on - interval '2 hours' where name = 'hourly'`.execute(
    app.db,
  )
  const { metrics } = app.app
  const started = await startJobs(app.databaseUrl, [job], { log, metrics })
  const late = async () => valueOf(await scrape(app.app), 'showroom_job_late_seconds', { name: 'hourly' })
  try {
    await vi.waitFor(() => expect(ran).not.toEqual([]), 20_000)
    await vi.waitFor(async () => expect(await late()).toBe(0), 20_000)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_700_000 })
    expect(await late()).toBe(0)
  } finally {
    vi.useRealTimers()
    await started.stop()
  }
})

it('a failed run writes the name of its job and the error to the log', async () => {
  const lines: string[] = []
  const { metrics } = await app.startNode()
  const failing: Job = { ...good, name: 'failing', run: () => Promise.reject(new Error('no such column')) }
  const started = await startJobs(app.databaseUrl, [failing], {
    log: createLog('error', { write: (line) => void lines.push(line) }),
    metrics,
  })
  await vi.waitFor(() => expect(lines).not.toEqual([]), 20_000)
  await started.stop()
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'job failed',
    job: 'failing',
    err: { message: 'no such column' },
  })
})
