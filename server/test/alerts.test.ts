import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { rooms } from '@showroom/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { parse } from 'yaml'
import { createLog } from '../src/platform/observe/log.ts'
import { startArchiver } from '../src/operate/backup/archiver.ts'
import { openPlace } from '../src/operate/backup/places.ts'
import { backUp } from '../src/operate/backup/recorded.ts'
import { newKey } from '../src/operate/backup/seal.ts'
import { watchBackups } from '../src/operate/backup/watch.ts'
import { outboxOf } from '../src/operate/postgres/index.ts'
import { buildReceivingStore, buildSource, deliver, newLead } from '../src/lead/intake.factory.ts'
import { createPool } from '../src/platform/db/client.ts'
import { createMetrics } from '../src/platform/observe/metrics.ts'
import { OutsideError } from '../src/platform/outside/ask.ts'
import { announceWork } from '../src/platform/queues/queue.repository.ts'
import { createTestApp, testSecret } from './app.ts'
import type { TestApp } from './app.ts'
import { startTwoJobs } from './cluster/two-jobs.ts'
import { buildMember, newCustomer } from './factories.ts'
import type { BuiltMember } from './factories.ts'
import { seriesOf } from './recount/series.ts'

/** Produces the situation of each alert in the running product, and evaluates the rule by promtool on what `/metrics` then shows. */

const root = path.resolve(import.meta.dirname, '../..')
const rulesFile = path.join(root, 'deploy/prometheus/alerts.yml')
const rules = (
  parse(readFileSync(rulesFile, 'utf8')) as { groups: { rules: { alert: string; expr: string }[] }[] }
).groups.flatMap((group) => group.rules)
const hasPromtool = spawnSync('which', ['promtool']).status === 0

let app: TestApp
let by: BuiltMember
/** Connected to another database of the cluster. */
let admin: pg.Client
let folder = ''
beforeAll(async () => {
  app = await createTestApp()
  by = await buildMember(app.db, app.now())
  admin = new pg.Client({ connectionString: inject('clusterUrl') })
  await admin.connect()
  folder = mkdtempSync(path.join(tmpdir(), 'showroom-alerts-'))
  writeFileSync(path.join(folder, 'no-folder'), '')
}, 60_000)
afterAll(async () => {
  await admin.end()
  await app.close()
  rmSync(folder, { recursive: true })
})

type Scrape = () => Promise<string>
const scrapeApp: Scrape = async () => (await app.app.http.inject('/metrics')).body
const metricsOf = (text: string, name: string): number =>
  Math.max(-1, ...(seriesOf(text).get(name) ?? []).map(({ value }) => value))
/** Scrapes until a gauge has the value, as some follow within seconds. */
const scrapedWith = async (name: string, value: number): Promise<string> => {
  let text = ''
  await expect.poll(async () => metricsOf((text = await scrapeApp()), name), { timeout: 15_000 }).toBe(value)
  return text
}

/** Changes the database, which new connections see, scrapes, and changes it back. */
async function withDatabase(change: string, back: string, scrape: Scrape): Promise<string> {
  const name = new URL(app.databaseUrl).pathname.slice(1)
  const run = async (text: string): Promise<void> => {
    await admin.query(`alter database ${admin.escapeIdentifier(name)} ${text}`)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  }
  await run(change)
  try {
    return await scrape()
  } finally {
    await run(back)
    await scrapedWith('showroom_database_away', 0)
    await scrapedWith('showroom_listen_up', 1)
  }
}
const unreachable = (scrape: Scrape) =>
  withDatabase('allow_connections false', 'allow_connections true', scrape)

/** Adds customers in parallel while each insert does this first. Scrapes meanwhile, or afterwards. */
async function adding(many: number, first: string, isMeanwhile = false): Promise<string> {
  await sql
    .raw(`create function first() returns trigger language plpgsql as $$ begin ${first}; return new; end $$`)
    .execute(app.db)
  await sql`create trigger first before insert on timeline for each row execute function first()`.execute(
    app.db,
  )
  try {
    const added = Array.from({ length: many }, () => app.post(rooms.customer.add, by.token, newCustomer(app)))
    if (isMeanwhile) {
      await sleep(300)
      const text = await scrapeApp()
      await Promise.all(added)
      return text
    }
    await Promise.all(added)
    return await scrapeApp()
  } finally {
    await sql`drop function first() cascade`.execute(app.db)
  }
}
const raising = (code: string) => `raise exception 'of the test' using errcode = '${code}'`

/** Makes a backup of files into a place that is a file. */
const failBackup = async (to: string): Promise<void> => {
  const { recipient } = await newKey()
  const environment = {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: folder,
    FILE_SECRET: testSecret,
    BACKUP_TO: to,
    BACKUP_KEY: recipient,
  }
  await backUp(environment, 'files', () => undefined).catch(() => undefined)
}

/** A situation that a drill of the installed product produces instead, with the same evaluation. */
interface Drill {
  readonly drill: string
}

/** Scrapes of the product in the situation of an alert, by instance. */
const situations: Readonly<Record<string, (() => Promise<string | readonly string[]>) | Drill>> = {
  ShowroomInstanceDown: async () => {
    const node = await app.startNode()
    await node.http.close()
    await expect(node.http.inject('/metrics')).rejects.toThrow(/clos/)
    return ''
  },
  ShowroomDatabaseAway: () => unreachable(() => scrapedWith('showroom_database_away', 1)),
  ShowroomDatabaseReadOnly: () =>
    withDatabase('set default_transaction_read_only = on', 'set default_transaction_read_only = off', () =>
      scrapedWith('showroom_database_read_only', 1),
    ),
  ShowroomDatabaseFull: () => adding(1, raising('53100')),
  ShowroomListenDown: () => unreachable(() => scrapedWith('showroom_listen_up', 0)),
  ShowroomJobLate: async () => {
    const jobs = await startTwoJobs(app)
    try {
      await sql`update job.schedule set created_on = created_on - interval '3 days' where name = 'broken'`.execute(
        app.db,
      )
      return await scrapeApp()
    } finally {
      await jobs.stop()
    }
  },
  ShowroomQueueDelayed: async () => {
    await announceWork(app.db, 'texts', [by.dealerId], app.now())
    app.advance(600)
    const text = await scrapeApp()
    app.advance(-600)
    return text
  },
  ShowroomOutsideDown: async () => {
    const { outcomes } = app.app
    for (let times = 0; times < 3; times++)
      await outcomes
        .of('webhooks')
        .run(() => Promise.reject(new OutsideError('away', 'unreachable')))
        .catch(() => undefined)
    await outcomes.store()
    return scrapeApp()
  },
  ShowroomLeadDeliveriesFailing: async () => {
    const store = await buildReceivingStore(app)
    const source = await buildSource(app.db)
    await sql`alter table lead add constraint refused check (false) not valid`.execute(app.db)
    try {
      await deliver(app, source, [newLead(store.code)])
      return await scrapeApp()
    } finally {
      await sql`alter table lead drop constraint refused`.execute(app.db)
    }
  },
  ShowroomErrors: () => adding(2, raising('42P01')),
  ShowroomSlow: () => adding(1, 'perform pg_sleep(1.2)'),
  ShowroomRetriesRising: () => adding(2, raising('40001')),
  ShowroomPoolWaiting: () => adding(16, 'perform pg_sleep(1)', true),
  ShowroomDataDiskLow: { drill: 'scripts/drill/acts/full.ts' },
  ShowroomBackupFailed: async () => {
    await failBackup(path.join(folder, 'no-folder/below'))
    return scrapeApp()
  },
  ShowroomBackupOld: async () => {
    await failBackup(path.join(folder, 'backups'))
    const now = app.now()
    app.setNow(new Date(Date.now() + 27 * 3_600_000))
    const text = await scrapeApp()
    app.setNow(now)
    return text
  },
  ShowroomBackupDelayed: async () => {
    const outbox = outboxOf(folder)
    mkdirSync(outbox)
    const segment = path.join(outbox, '0'.repeat(23) + '1')
    writeFileSync(segment, '')
    const since = new Date(Date.now() - 600_000)
    utimesSync(segment, since, since)
    const log = createLog('silent')
    const pool = createPool(app.databaseUrl, 1, log)
    const archiver = await startArchiver({
      home: folder,
      outbox,
      place: await openPlace({ folder: path.join(folder, 'no-folder/below') }),
      key: (await newKey()).recipient,
      filesFolder: undefined,
      log,
    })
    try {
      const metrics = createMetrics(pool)
      watchBackups(metrics, app.db, { filesInBucket: false, clock: app.now, archiver })
      return await metrics.render()
    } finally {
      await archiver.stop()
      await pool.end()
    }
  },
  ShowroomMigrationsPending: async () => {
    const rename = (from: string, to: string) =>
      sql`update kysely_migration set name = ${to} where name = ${from}`.execute(app.db)
    await rename('0001_platform', '0001_gone')
    const text = await scrapeApp()
    await rename('0001_gone', '0001_platform')
    return text
  },
  // The release is a constant of the process: the other one differs in it alone.
  ShowroomTwoReleases: async () => {
    const text = await scrapeApp()
    return [text, text.replace(/(showroom_info\{version=")[^"]*/, '$10.0.0')]
  },
}

/** Series of an instance as if the situation went on: gauges stay, and counters rise by as much every five seconds. */
function seriesFor(
  expr: string,
  instance: string,
  before: string,
  during: string,
): { series: string; values: string }[] {
  const counted = new Set(
    [...during.matchAll(/^# TYPE (\w+) (?:counter|histogram)$/gm)].map(([, name = '']) => name),
  )
  const written = (name: string, labels: Readonly<Record<string, string>>): string =>
    `${name}{${Object.entries({ ...labels, job: 'showroom', instance })
      .map(([label, of]) => `${label}=${JSON.stringify(of)}`)
      .join()}}`
  const former = seriesOf(before)
  const up = { series: written('up', {}), values: `${Number(during !== '')}x1200` }
  return [
    up,
    ...[...seriesOf(during)].flatMap(([name, samples]) =>
      !expr.includes(name)
        ? []
        : samples.map(({ labels, value }) => {
            const is = (other: Record<string, string>) => JSON.stringify(other) === JSON.stringify(labels)
            const last = former.get(name)?.find((one) => is(one.labels))?.value ?? 0
            const rises = counted.has(name.replace(/_(?:bucket|sum|count)$/, '')) ? value - last : 0
            return { series: written(name, labels), values: `${value}+${rises}x1200` }
          }),
    ),
  ]
}

it('every alert has a situation', () => {
  expect(Object.keys(situations)).toEqual(rules.map(({ alert }) => alert))
  const drills = Object.entries(situations).flatMap(([alert, one]) =>
    'drill' in one ? [[alert, one.drill] as const] : [],
  )
  for (const [alert, drill] of drills)
    expect(readFileSync(path.join(root, drill), 'utf8'), alert).toContain(`'${alert}'`)
})

it.runIf(hasPromtool)(
  'every alert fires in its situation, by the metrics of the running product',
  { timeout: 120_000 },
  async () => {
    const evaluated = (
      expr: string,
      texts: readonly string[],
      before: string,
      firing: readonly object[],
    ) => ({
      interval: '5s',
      input_series: texts.flatMap((text, at) => seriesFor(expr, `node${at}`, before, text)),
      promql_expr_test: [
        {
          expr: 'group by (alertname) (ALERTS{alertstate="firing"})',
          eval_time: '95m',
          exp_samples: firing,
        },
      ],
    })
    const calm = await scrapeApp()
    const tests = [evaluated(rules.map(({ expr }) => expr).join(), [calm], calm, [])]
    for (const { alert, expr } of rules) {
      const situation = situations[alert]
      if (typeof situation !== 'function') continue
      const before = await scrapeApp()
      const during = [await situation()].flat()
      tests.push(evaluated(expr, during, before, [{ labels: `{alertname="${alert}"}`, value: 1 }]))
    }
    const file = path.join(folder, 'tests.yml')
    writeFileSync(file, JSON.stringify({ rule_files: [rulesFile], evaluation_interval: '1m', tests }))
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
    expect(status, `${stdout}${stderr}`).toBe(0)
  },
)
