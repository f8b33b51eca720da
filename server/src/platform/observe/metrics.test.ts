import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildMember } from '../../../test/factories.ts'
import { scrape, valueOf } from '../../../test/recount/series.ts'
import { signIn, storedHash } from '../../../test/sign-in.ts'
import { broken, good, log, startTwoJobs } from '../../../test/cluster/two-jobs.ts'
import { startJobs } from '../jobs/jobs.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { release } from '../config/release.ts'

let app: TestApp
let jobs: Jobs

beforeAll(async () => {
  app = await createTestApp()
  jobs = await startTwoJobs(app)
}, 60_000)
afterAll(async () => {
  await jobs.stop()
  await app.close()
})

describe('the metrics', () => {
  it('name the release, the schema, the connections and the disk', async () => {
    const series = await scrape(app.app)
    expect(valueOf(series, 'showroom_info', { version: release })).toBe(1)
    expect(valueOf(series, 'showroom_migrations', { state: 'applied' })).toBeGreaterThan(50)
    for (const state of ['pending', 'newer'])
      expect(valueOf(series, 'showroom_migrations', { state })).toBe(0)
    expect(valueOf(series, 'showroom_listen_up')).toBe(1)
    const size = valueOf(series, 'showroom_data_disk_size_bytes') ?? 0
    expect(size).toBeGreaterThan(0)
    expect(valueOf(series, 'showroom_data_disk_free_bytes')).toBeLessThanOrEqual(size)
  })

  it('count migrations that the database lacks, and those of a newer release', async () => {
    await sql`insert into kysely_migration_later (name, timestamp) values ('9999_newer', '')`.execute(app.db)
    await sql`update kysely_migration set name = '0001_gone' where name = '0001_platform'`.execute(app.db)
    const series = await scrape(app.app)
    expect(valueOf(series, 'showroom_migrations', { state: 'newer' })).toBe(2)
    expect(valueOf(series, 'showroom_migrations', { state: 'pending' })).toBe(1)
    await sql`delete from kysely_migration_later where name = '9999_newer'`.execute(app.db)
    await sql`update kysely_migration set name = '0001_platform' where name = '0001_gone'`.execute(app.db)
  })

  it('count sessions, and sign-ins by way and outcome', async () => {
    const { mobile } = await buildMember(app.db, app.now(), { passwordHash: storedHash })
    const count = async (): Promise<(number | undefined)[]> => {
      const series = await scrape(app.app)
      return [
        valueOf(series, 'showroom_sessions_open'),
        valueOf(series, 'showroom_sessions_active'),
        valueOf(series, 'showroom_sign_ins_total', { way: 'account', outcome: 'done' }) ?? 0,
        valueOf(series, 'showroom_sign_ins_total', { way: 'account', outcome: 'LOGIN_FAILED' }) ?? 0,
      ]
    }
    const [open = 0, active = 0, done = 0, failed = 0] = await count()
    expect(await signIn(app, mobile)).toMatchObject({ status: '0' })
    // One code a minute.
    app.advance(61)
    expect(await signIn(app, mobile, 'wrong')).toMatchObject({ status: '-1' })
    expect(await count()).toEqual([open + 1, active + 1, done + 1, failed + 1])
    app.advance(600)
    expect(await count()).toEqual([open + 1, 0, done + 1, failed + 1])
    app.advance(-661)
  })

  it('have when a job last succeeded and how late it is, on every process', async () => {
    await sql`update job.schedule set created_on = created_on - interval '3 days' where name = 'broken'`.execute(
      app.db,
    )
    const other = await app.startNode()
    const otherJobs = await startJobs(
      app.databaseUrl,
      [good, broken].map(({ atStart: _atStart, ...one }) => one),
      {
        log,
        metrics: other.metrics,
      },
    )
    for (const node of [app.app, other]) {
      const series = await scrape(node)
      const success = valueOf(series, 'showroom_job_last_success_timestamp_seconds', { name: 'good' }) ?? 0
      expect(Math.abs(Date.now() / 1000 - success)).toBeLessThan(120)
      expect(valueOf(series, 'showroom_job_late_seconds', { name: 'good' })).toBe(0)
      expect(
        valueOf(series, 'showroom_job_last_success_timestamp_seconds', { name: 'broken' }),
      ).toBeUndefined()
      const late = valueOf(series, 'showroom_job_late_seconds', { name: 'broken' }) ?? 0
      expect(late / 86_400).toBeGreaterThan(2)
      expect(late / 86_400).toBeLessThan(3)
    }
    await otherJobs.stop()
  })
})
