import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createApp } from './app.ts'
import { startArchiver } from './operate/backup/archiver.ts'
import type { Archiver } from './operate/backup/archiver.ts'
import { openPlace } from './operate/backup/places.ts'
import { systemClock } from './platform/clock.ts'
import { ConfigError, readConfig } from './platform/config/config.ts'
import type { Config } from './platform/config/config.ts'
import { createDatabase, createPool } from './platform/db/client.ts'
import { readMigrations } from './platform/db/migrate.ts'
import { checkPooling } from './platform/db/pooling.ts'
import { startJobs } from './platform/jobs/jobs.ts'
import { createLog, summaryOf } from './platform/observe/log.ts'
import type { Logger } from './platform/observe/log.ts'
import { outboxOf, startEmbeddedPostgres } from './operate/postgres/index.ts'
import { useTracer } from './platform/observe/trace.ts'
import type { Tracer } from './platform/observe/trace.ts'
import { asCalled, offerHelp } from './platform/config/help.ts'
import { checkPlaces, explainListening } from './platform/observe/preflight.ts'
import { checkServerSecret, readServerSecret } from './platform/config/secret.ts'
import { ensureDemo } from './seed/demo.ts'
import { ensureDemoSources } from './seed/lead-source.ts'
import { writeDemoPictures } from './seed/pictures.ts'
import { writeDemoRecordings } from './seed/recordings.ts'
import { writeDemoFiles } from './seed/shared-files.ts'
import { upgrade } from './upgrade.ts'

/** The only place that reads the environment, listens and exits. */

offerHelp(`Usage: node server/src/main.ts
Serves the product. README.md has the variables that configure it.`)

const root = path.resolve(import.meta.dirname, '../..')
const webFolder = path.join(root, 'web/dist')

interface OpenDatabase {
  readonly url: string
  /** Sends the WAL of the embedded database, if backups are configured. */
  readonly archiver?: Archiver
  stop(): Promise<void>
}

async function openDatabase(config: Config, log: Logger): Promise<OpenDatabase> {
  const { DATABASE_URL, DATA_DIR, backup, bucket } = config
  if (DATABASE_URL) return { url: DATABASE_URL, stop: () => Promise.resolve() }
  const cluster = await startEmbeddedPostgres({ dataDir: DATA_DIR, log, archives: backup !== undefined })
  if (!backup) return cluster
  const { url, home } = cluster
  const archiver = await startArchiver({
    home,
    outbox: outboxOf(home),
    place: await openPlace(backup.place),
    key: backup.key,
    filesFolder: bucket ? undefined : path.join(DATA_DIR, 'files'),
    log,
  })
  return {
    url,
    archiver,
    async stop() {
      // The last WAL is handed over when PostgreSQL stops.
      await cluster.stop()
      await archiver.stop()
    },
  }
}

async function compareSecret(databaseUrl: string, secret: string, log: Logger): Promise<void> {
  const db = createDatabase(createPool(databaseUrl, 1, log))
  try {
    await checkServerSecret(db, secret)
  } finally {
    await db.destroy()
  }
}

/** Starts to trace if that is configured. The libraries are loaded only then. */
async function startTracing(config: Config): Promise<Tracer | undefined> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return undefined
  const { openTracer } = await import('./platform/observe/otel.ts')
  const tracer = openTracer({
    endpoint,
    serviceName: config.OTEL_SERVICE_NAME,
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
  })
  useTracer(tracer)
  return tracer
}

async function start(config: Config, log: Logger): Promise<() => Promise<void>> {
  for (const warning of config.warnings) log.warn(warning)
  await checkPlaces(config)
  const tracer = await startTracing(config)
  const database = await openDatabase(config, log)
  await checkPooling(database.url)
  await upgrade(database.url, readMigrations, log)
  const demo = config.demo ? await ensureDemo(database.url, systemClock()) : undefined
  const secret = await readServerSecret(config)
  await compareSecret(database.url, secret, log)
  if (demo) await ensureDemoSources(database.url, secret, systemClock())
  const app = await createApp({
    databaseUrl: database.url,
    poolSize: config.DATABASE_POOL,
    log,
    clock: systemClock,
    filesFolder: path.join(config.DATA_DIR, 'files'),
    fileSecret: secret,
    ...(config.bucket && { bucket: config.bucket }),
    archiver: database.archiver,
    scanner: config.CLAMAV_ADDRESS,
    trustProxy: config.TRUST_PROXY,
    fileReadLimit: config.FILE_READ_LIMIT,
    retention: config.retention,
    ...(config.METRICS_TOKEN && { metricsToken: config.METRICS_TOKEN }),
    // A database with a real network has no demo accounts, and shows no codes whatever DEMO says.
    demo: demo !== undefined,
    demoAccounts: () => Promise.resolve(demo),
    outside: config,
    webhooks: { loopback: config.WEBHOOK_LOOPBACK === '1' },
    ...(existsSync(webFolder) && { webFolder }),
    offline: config.OFFLINE === '1',
  })
  if (demo)
    await Promise.all([
      writeDemoPictures(app.files),
      writeDemoRecordings(app.files),
      writeDemoFiles(app.files),
    ])
  const jobs = await startJobs(database.url, app.jobs, {
    log,
    metrics: app.metrics,
    board: app.jobBoard,
  })
  app.start()
  const { HOST: host, PORT: port } = config
  const address = await app.http.listen({ host, port }).catch((error: unknown) => {
    throw explainListening(error, host, port)
  })
  announce(address, demo)
  return async () => {
    app.drain()
    await setTimeout(config.drainSeconds * 1000)
    await app.http.close()
    await jobs.stop()
    await app.close()
    await tracer?.stop()
    await database.stop()
  }
}

function announce(address: string, demo: Awaited<ReturnType<typeof ensureDemo>>): void {
  const address2 = address.replace('127.0.0.1', 'localhost').replace('0.0.0.0', 'localhost')
  process.stdout.write(`\n  Showroom 展厅  ${address2}\n`)
  if (demo) {
    process.stdout.write(`\n  Demo accounts (password ${demo.password}; the sign-in page shows the codes):\n`)
    for (const one of demo.accounts)
      process.stdout.write(`    ${one.mobile}  ${one.name}  ${one.role}  ${one.dealer}\n`)
  }
  process.stdout.write('\n')
}

try {
  const config = readConfig(process.env)
  const log = createLog(config.LOG_LEVEL ?? (config.demo && process.stdout.isTTY ? 'warn' : 'info'))
  const stop = await start(config, log)
  let stopping = false
  const shutDown = (signal: string): void => {
    if (stopping) {
      log.warn({ signal }, 'stopping at once')
      process.exit(1)
    }
    stopping = true
    log.info({ signal }, 'stopping')
    globalThis.setTimeout(() => process.exit(1), (20 + config.drainSeconds) * 1000).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', () => shutDown('SIGTERM'))
  process.on('SIGINT', () => shutDown('SIGINT'))
} catch (error) {
  const { message, cause } = error as Error
  const detail = error instanceof ConfigError ? '' : cause instanceof Error ? `\n  ${summaryOf(cause)}` : ''
  process.stderr.write(`${asCalled(message)}${detail}\n`)
  process.exit(1)
}
