import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { calls } from '@showroom/contract'
import { sql } from 'kysely'
import { createApp } from '../../server/src/app.ts'
import type { App, AppDeps } from '../../server/src/app.ts'
import { buildSource } from '../../server/src/lead/intake.factory.ts'
import { createDatabase, openPool, retryCounts } from '../../server/src/platform/db/client.ts'
import { migrate, readMigrations } from '../../server/src/platform/db/migrate.ts'
import { offerHelp } from '../../server/src/platform/config/help.ts'
import { createLog } from '../../server/src/platform/observe/log.ts'
import type { Logger } from '../../server/src/platform/observe/log.ts'
import { startEmbeddedPostgres } from '../../server/src/operate/postgres/embedded.ts'
import { seedBase } from '../../server/src/seed/base.ts'
import { send, testSecret } from '../../server/test/app.ts'
import type { TestApp } from '../../server/test/app.ts'
import { wrongCopies } from '../../server/test/rows/copies.ts'
import { openStorm } from '../../server/test/storm/storm-deeds.ts'
import { bodyFor, buildActor, roleFor, walkOf } from '../../server/test/walks/walks.ts'
import { bringFormer, formerCommit } from './former.ts'

offerHelp(`Usage: node scripts/drill/two-versions.ts [--before COMMIT] [--seconds N]
Runs the release before and this one on one database: the upgrade under load, both at once, the way back, and the removal of what only the
release before used. Needs the commit in the repository's history.
  --before   the commit of the release before (${formerCommit}, 1.0.0)
  --seconds  how long each storm lasts (15)`)

const { values } = parseArgs({
  options: {
    before: { type: 'string', default: formerCommit },
    seconds: { type: 'string', default: '15' },
  },
})
const seconds = Number(values.seconds)
const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Modules of the release before. */
interface Before {
  readonly createApp: (deps: AppDeps) => Promise<App>
  readonly migrate: (url: string) => Promise<void>
  readonly seedBase: (url: string) => Promise<void>
}

/** Errors in the log of each release, by request. */
const failures = new Map<string, number>()
const causes = new Map<string, string>()
let repeated = 0
const note = (failure: string): void => void failures.set(failure, (failures.get(failure) ?? 0) + 1)

interface LogLine {
  readonly msg: string
  readonly requestId?: string
  readonly path?: string
  readonly err?: { readonly message: string }
}

function logOf(release: string): Logger {
  return createLog('error', {
    write(line: string) {
      const { msg, requestId, path: at, err, ...more } = JSON.parse(line) as LogLine
      const text = `${release}: ${at ?? msg}: ${err?.message ?? JSON.stringify(more)}`
      if (requestId) causes.set(requestId, text)
      else note(text)
    },
  })
}

const filesFolder = mkdtempSync(path.join(tmpdir(), 'showroom-two-'))

async function open(create: Before['createApp'], databaseUrl: string, release: string): Promise<App> {
  const app = await create({
    databaseUrl,
    poolSize: 10,
    log: logOf(release),
    clock: () => new Date(),
    filesFolder,
    fileSecret: testSecret,
    trustProxy: 0,
    demo: true,
    demoAccounts: () => Promise.resolve(undefined),
    webhooks: { lookup: () => Promise.resolve([{ address: '8.8.8.8', family: 4 }]) },
  })
  await app.http.ready()
  while (!app.live.isUp()) await setTimeout(20)
  app.start()
  return repeating(app)
}

/** Sends a request once more after a 503, with its idempotency key, as the web client does. */
function repeating(app: App): App {
  const inject = async (body: Record<string, unknown>): Promise<{ statusCode: number }> => {
    const request = {
      ...body,
      headers: { 'idempotency-key': randomUUID(), ...(body['headers'] as object) },
    }
    const answer = await app.http.inject(request as never)
    if (answer.statusCode !== 503) return answer
    repeated++
    await setTimeout(500)
    return app.http.inject(request as never)
  }
  const http = Object.assign(Object.create(app.http) as App['http'], { inject })
  return { ...app, http }
}

/** The app of the tests' factories on a database that exists. */
function testApp(app: App, databaseUrl: string): TestApp {
  return {
    app,
    db: createDatabase(openPool(databaseUrl, { max: 4, application_name: 'drill' }, createLog('silent'))),
    databaseUrl,
    filesFolder,
    now: () => new Date(),
    setNow: () => undefined,
    advance: () => undefined,
    post: (call, token, body, headers) => send(app, call, token, body, headers),
    startNode: () => Promise.reject(new Error('none')),
    close: () => Promise.resolve(),
  }
}

interface Answer {
  readonly httpStatus: number
  readonly status?: string
  readonly headers?: Readonly<Record<string, unknown>>
}

/** Counts an answer; one of the server's faults by its cause. */
function count(name: string, answer: Answer | undefined): boolean {
  if (answer && answer.httpStatus >= 500)
    note(causes.get(String(answer.headers?.['x-request-id'])) ?? `${name}: ${answer.httpStatus}`)
  return answer?.status === '0'
}

/** The deeds of the storm on these nodes, 16 at once. */
async function storm(name: string, app: TestApp, nodes: readonly App[], policy: number): Promise<void> {
  const senders = {
    leads: await buildSource(app.db),
    orders: await buildSource(app.db, { sends: 'orders' }),
    records: await buildSource(app.db, { sends: 'records' }),
  }
  const { deeds, pick } = await openStorm(app, nodes, senders, policy)
  // The job runs on the node's parts, which the release before names differently; `runJobs` runs it.
  const names = Object.keys(deeds).filter((deed) => deed !== 'wake')
  const until = performance.now() + seconds * 1000
  let [tried, done, slowest] = [0, 0, 0]
  const storming = async (): Promise<void> => {
    while (performance.now() < until) {
      const deed = pick(names)
      const started = performance.now()
      try {
        const answer = await deeds[deed]?.()
        tried++
        if (count(deed, answer)) done++
      } catch (error) {
        note(`${name}: the deed ${deed} failed: ${(error as Error).message}`)
      }
      slowest = Math.max(slowest, performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: 16 }, storming))
  for (const { intake } of nodes) await intake.idle()
  say(`${name}: ${tried} tried, ${done} done, slowest ${Math.round(slowest)} ms`)
}

/** Every call of this release's contract, prepared on this release and sent to a node of either. */
async function walk(name: string, app: TestApp, node: App): Promise<void> {
  let done = 0
  const refused: string[] = []
  for (const call of calls) {
    const actor = await buildActor(app, { role: roleFor(call) })
    const body = { ...(await bodyFor(app, call, actor)), ...(await walkOf(call).prepare?.(app, actor)) }
    const token = call.may === 'public' ? '' : actor.member.token
    const answer = await send(node, call, token, { ...body, dealerId: actor.member.dealerId })
    if (count(call.path, answer)) done++
    else refused.push(`${call.path} (${answer.code})`)
  }
  say(`${name}: ${done} of ${calls.length} calls done; refused ${refused.join(', ')}`)
}

async function runJobs(name: string, { jobs }: App): Promise<void> {
  for (const job of jobs)
    await job
      .run()
      .catch((error: unknown) => note(`${name}: the job ${job.name}: ${(error as Error).message}`))
  say(`${name}: ${jobs.length} jobs run`)
}

/** Rows that no release leaves behind, whichever wrote them. */
async function compareRows(name: string, { db }: TestApp): Promise<void> {
  for (const [what, rows] of Object.entries(wrongCopies)) {
    const { rows: counted } = await sql<{
      total: number
    }>`select count(*) as total from ${sql.raw(rows)}`.execute(db)
    if (counted[0]?.total) note(`${name}: ${counted[0].total} ${what}`)
  }
  say(`${name}: ${Object.keys(wrongCopies).length} kinds of rows compared`)
}

const release = bringFormer(values.before)
const cluster = await startEmbeddedPostgres({ durable: false, log: createLog('warn') })
const { url } = cluster
try {
  const before: Before = {
    createApp: ((await release.load('server/src/app.ts')) as Before).createApp,
    migrate: ((await release.load('server/src/platform/db/migrate.ts')) as Before).migrate,
    seedBase: ((await release.load('server/src/seed/base.ts')) as Before).seedBase,
  }
  await before.migrate(url)
  await before.seedBase(url)
  const old = await open(before.createApp, url, 'before')

  const upgrading = async (): Promise<void> => {
    await setTimeout((seconds * 1000) / 3)
    const started = performance.now()
    // Two processes start at once.
    await Promise.all([1, 2].map(() => migrate(url, readMigrations, createLog('warn'))))
    await seedBase(url)
    say(`upgrade under load: ${Math.round(performance.now() - started)} ms`)
  }
  await Promise.all([
    storm('the release before, while the schema is upgraded', testApp(old, url), [old], 1),
    upgrading(),
  ])

  const now = await open(createApp, url, 'now')
  await storm('the release before on the new schema', testApp(old, url), [old], 2)
  for (const policy of [1, 2, 3]) await storm(`both, policy ${policy}`, testApp(now, url), [old, now], policy)
  await walk('the release before on the new schema', testApp(now, url), old)
  await walk('this release beside it', testApp(now, url), now)
  await Promise.all([runJobs('the release before', old), runJobs('this release', now)])
  await compareRows('both', testApp(now, url))

  await old.close()
  await before.migrate(url)
  await before.seedBase(url)
  const again = await open(before.createApp, url, 'before, again')
  await storm('the way back: the release before, started on the new schema', testApp(again, url), [again], 3)
  await runJobs('the way back', again)
  await compareRows('the way back', testApp(now, url))
  await again.close()

  await Promise.all([
    storm('this release, while the rest is removed', testApp(now, url), [now], 1),
    migrate(url, readMigrations, createLog('warn'), { removes: true }),
  ])
  await compareRows('this release alone', testApp(now, url))
  await now.close()
  say(`sent again after a 503: ${repeated}; transactions begun again: ${JSON.stringify(retryCounts)}`)
} finally {
  await cluster.stop()
  rmSync(filesFolder, { recursive: true, force: true })
}
for (const [failure, times] of [...failures].toSorted(([, a], [, b]) => b - a))
  say(`FAILED ${times} × ${failure}`)
say(failures.size === 0 ? '0 failed' : `${failures.size} kinds of failures`)
process.exit(failures.size === 0 ? 0 : 1)
