import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { good, log } from '../../../test/cluster/two-jobs.ts'
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
