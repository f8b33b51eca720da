import { chmodSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { rooms } from '@showroom/contract'
import type { Call } from '@showroom/contract/kernel/call'
import type { FastifyInstance } from 'fastify'
import { sessionSource, streamSource } from './access/index.ts'
import type { DemoAccounts } from './access/index.ts'
import { createCatalogue } from './base/index.ts'
import type { Archiver } from './operate/backup/archiver.ts'
import { watchBackups } from './operate/backup/watch.ts'
import type { Clock } from './platform/clock.ts'
import type { OutsideConfig } from './platform/config/config.outside.ts'
import { usualRetention } from './platform/config/config.retention.ts'
import type { Retention } from './platform/config/config.retention.ts'
import { createBehalf } from './platform/jobs/behalf.ts'
import type { Behalf } from './platform/jobs/behalf.ts'
import { createDatabase, createPool } from './platform/db/client.ts'
import { tryConnection } from './platform/db/connect.ts'
import { watchHealth } from './platform/db/fault.ts'
import type { Database } from './platform/db/client.ts'
import { logHeld } from './platform/db/held.ts'
import { countMigrations } from './platform/db/migrate.ts'
import { openLine } from './platform/db/line.ts'
import type { BucketConfig } from './platform/files/bucket.ts'
import { folderMode } from './platform/files/disk.ts'
import { createDownloads, serveDownloads } from './platform/files/download.ts'
import { createEmbeddedFiles, serveEmbeddedFiles } from './platform/files/embedded.ts'
import { createClamAv } from './platform/files/clamav.ts'
import type { ScannerAddress } from './platform/files/clamav.ts'
import { withScanner } from './platform/files/files.ts'
import type { FileStore } from './platform/files/files.ts'
import { tidyUploads } from './platform/files/uploads.ts'
import { createEventBus } from './platform/live/events.ts'
import type { EventBus, Subscriptions } from './platform/live/events.ts'
import { tidyAudit } from './platform/auditing/audit.job.ts'
import { housekeeping } from './platform/jobs/housekeeping.ts'
import { createHttp } from './platform/http/app.ts'
import { createDrain } from './platform/http/drain.ts'
import { serveCalls } from './platform/http/calls.ts'
import { serveHealth } from './platform/http/health.ts'
import { serveLive } from './platform/http/live.ts'
import { createIsProbe, serveProbe } from './platform/http/probe.ts'
import { serveDocs } from './platform/http/openapi.ts'
import { serveWeb } from './platform/http/web.ts'
import { createJobBoard } from './platform/jobs/job-board.ts'
import type { JobBoard } from './platform/jobs/job-board.ts'
import type { Job } from './platform/jobs/jobs.ts'
import { createLimits } from './platform/limits/limits.ts'
import { createLive } from './platform/live/live.ts'
import type { Live } from './platform/live/live.ts'
import type { Logger } from './platform/observe/log.ts'
import { createMetrics, watchDisk, watchFaults, watchLine } from './platform/observe/metrics.ts'
import type { Metrics } from './platform/observe/metrics.ts'
import { lineName } from './platform/config/node.ts'
import { createOutcomes, unrecorded, watchDoors } from './platform/outside/outcomes.ts'
import type { Outcomes } from './platform/outside/outcomes.ts'
import { doorStatesOf, openOutside } from './platform/outside/outside.ts'
import type { Room } from './platform/room.ts'
import type { OutboxWork } from './platform/queues/outbox.ts'
import { createQueues } from './platform/queues/queues.ts'
import type { Queues, StoreWork } from './platform/queues/queues.ts'
import { retentionJobs } from './platform/queues/retention.ts'
import { createTexts } from './platform/texts/outbox.ts'
import type { TextWork } from './platform/texts/outbox.ts'
import { createUndo } from './platform/undo/undo.ts'
import type { Inverses } from './platform/undo/undo.ts'
import { createSessionGate } from './platform/session/gate.ts'
import { createSessionStreams } from './platform/session/streams.ts'
import { allTables, openRooms, tableSubscriptions } from './rooms.ts'
import { eventsOf } from './topics.ts'
import type { WebhookSettings } from './webhook/room.ts'

export interface AppDeps {
  readonly databaseUrl: string
  readonly poolSize: number
  readonly log: Logger
  readonly clock: Clock
  readonly filesFolder: string
  readonly fileSecret: string
  /** clamd address, which scans uploads before a record takes them; no scan by default. */
  readonly scanner?: ScannerAddress | undefined
  /** Stores files in this bucket instead of the folder. */
  readonly bucket?: BucketConfig
  /** Sends the WAL of the embedded database to the backup; absent without one. */
  readonly archiver?: Pick<Archiver, 'delay'> | undefined
  readonly trustProxy: number
  readonly demo: boolean
  readonly demoAccounts: () => Promise<DemoAccounts | undefined>
  /** Configured outside systems; none by default. */
  readonly outside?: Partial<OutsideConfig>
  /** How webhook receivers are reached; public addresses only by default. */
  readonly webhooks?: WebhookSettings['webhooks']
  /** Interval of checking the sessions of open pages; 15 s by default. */
  readonly heartbeatMs?: number
  /** Customer files that a member may read in ten minutes; 200 by default. */
  readonly fileReadLimit?: number | undefined
  /** Token for reading `/metrics` from another machine. */
  readonly metricsToken?: string
  /** The built web client; absent in tests. */
  readonly webFolder?: string
  /** Browsers keep the client and what was last seen for use without a network; true by default. */
  readonly offline?: boolean
  /** Days that data is kept; the usual ones by default. */
  readonly retention?: Retention
  readonly onAnswer?: (call: Call, text: string) => void
}

export interface App {
  readonly http: FastifyInstance
  readonly db: Database
  readonly files: FileStore
  readonly live: Live
  readonly events: EventBus
  readonly behalf: Behalf
  readonly queues: Queues
  readonly importWork: StoreWork
  readonly bulkWork: StoreWork
  readonly intake: StoreWork
  readonly texts: TextWork
  readonly deliveries: OutboxWork
  readonly metrics: Metrics
  /** Outcomes of requests to outside systems. */
  readonly outcomes: Pick<Outcomes, 'of' | 'store'>
  /** Scheduled jobs. */
  readonly jobs: readonly Job[]
  /** Receives the jobs' state from the job queue. */
  readonly jobBoard: Pick<JobBoard, 'connect'>
  /** Fails probes, ends streams and kept connections, and goes on answering. */
  drain(): void
  /** Starts the rooms' work outside calls and jobs. */
  start(): void
  /** Finishes pending requests, then closes the database. */
  close(): Promise<void>
}

/** Opens the file store: a folder, which this process then serves, or a bucket, which browsers access directly. */
async function openFiles(
  { bucket: config, scanner, filesFolder, fileSecret, clock, log }: AppDeps,
  outcomes: Pick<Outcomes, 'of'>,
) {
  // Imports the bucket's library on demand: it takes a tenth of the server's memory.
  const bucket = config && (await (await import('./platform/files/bucket.ts')).createBucketFiles(config))
  const files = withScanner(
    bucket ?? createEmbeddedFiles(filesFolder, fileSecret),
    scanner && createClamAv(scanner, log, outcomes.of('scanner')),
    bucket ? outcomes.of('bucket') : unrecorded,
  )
  return {
    files,
    /** For the page's security policy. */
    origins: bucket ? [bucket.origin] : [],
    serve: async (http: FastifyInstance): Promise<void> => {
      if (bucket) return
      mkdirSync(filesFolder, { recursive: true, mode: folderMode })
      // Earlier releases made it readable.
      chmodSync(filesFolder, folderMode)
      await serveEmbeddedFiles(http, filesFolder, fileSecret, clock)
    },
  }
}

/** Creates the services below the rooms. */
async function openPlatform(deps: AppDeps) {
  const { log, clock, fileSecret: secret } = deps
  const pool = createPool(deps.databaseUrl, deps.poolSize, log)
  const db = createDatabase(pool, (changes) => {
    for (const event of eventsOf(changes)) live.emit(event)
  })
  const metrics = createMetrics(pool)
  const health = watchHealth(db, () => tryConnection(deps.databaseUrl))
  watchFaults(metrics, health)
  const migrations = 'Migrations: applied, pending in this release, or newer than this release'
  metrics.watchEach('showroom_migrations', migrations, 'state', () => countMigrations(db))
  watchDisk(metrics, path.dirname(deps.filesFolder))
  watchBackups(metrics, db, { ...deps, filesInBucket: deps.bucket !== undefined })
  const line = openLine(deps.databaseUrl, log, lineName())
  watchLine(metrics, line)
  // Created before `live`, so that after a broken line a page gets no event before its session is checked.
  const gate = createSessionGate(sessionSource(db), line, clock)
  const live = createLive(line, log, (hints) => metrics.liveHinted(hints))
  const subscriptions: Subscriptions[] = []
  const inverses: Inverses[] = []
  const events = createEventBus(subscriptions)
  // Counters run beside a call's transaction and need their own pool: on the shared one, as many calls as it has
  // connections would wait for each other.
  const counters = createDatabase(createPool(deps.databaseUrl, 2, log))
  const queues = createQueues({ db, clock, log })
  const delays = 'How long the oldest work of a queue has waited that is due, or a text for another try'
  metrics.watchEach('showroom_queue_delay_seconds', delays, 'queue', () => queues.delays())
  const outcomes = createOutcomes({ db, clock, log })
  const { sms, ...outside } = openOutside(deps.outside ?? {}, { ...deps, metrics, outcomes, secret })
  return {
    db,
    metrics,
    health,
    drain: createDrain(),
    line,
    gate,
    streams: createSessionStreams(streamSource(db), line),
    behalf: createBehalf({ db, gate, events, clock }),
    catalogue: createCatalogue(db, line),
    live,
    queues,
    /** The rooms fill these in. */
    subscriptions,
    events,
    inverses,
    undo: createUndo(inverses),
    counters,
    store: await openFiles(deps, outcomes),
    downloads: createDownloads(secret),
    outside,
    outcomes,
    jobBoard: createJobBoard(),
    /** All jobs; filled in when the rooms are open. */
    jobs: new Array<Job>(),
    texts: createTexts({ db, queues, clock, log, metrics, secret, driver: sms }),
  }
}

type Platform = Awaited<ReturnType<typeof openPlatform>>

function openAllRooms(deps: AppDeps, platform: Platform) {
  const { outside, store, subscriptions, inverses, ...parts } = platform
  const { log, clock, fileSecret: secret } = deps
  const { jobs, health, queues, outcomes, jobBoard } = parts
  const system = {
    health,
    queues,
    outcomes,
    jobBoard,
    listJobs: () => jobs,
    doors: doorStatesOf(deps.outside ?? {}, deps),
    dataFolder: path.dirname(deps.filesFolder),
  }
  watchDoors(parts.metrics, outcomes, system.doors)
  const { retention = usualRetention } = deps
  const roomDeps = { ...parts, files: store.files, clock, log, secret, retention, tables: allTables }
  const publicUrl = deps.outside?.publicUrl || (deps.demo ? 'http://localhost:3000' : '')
  const opened = openRooms(roomDeps, {
    ...deps,
    ...outside,
    wecomPage: deps.outside?.wecom,
    publicUrl,
    system,
  })
  const all: readonly Room<unknown>[] = Object.values(opened)
  jobs.push(
    housekeeping(parts.db, clock),
    tidyAudit(parts.db, clock, retention.audit),
    tidyUploads(parts.db, store.files, clock, log),
    ...queues.jobs,
    ...retentionJobs({ db: parts.db, clock, days: retention }, allTables),
    ...all.flatMap(({ jobs: own = [] }) => own),
  )
  subscriptions.push(tableSubscriptions, ...all.flatMap((room) => room.subscriptions ?? []))
  inverses.push(...all.flatMap((room) => room.inverses ?? []))
  return { opened, all }
}

type Rooms = ReturnType<typeof openAllRooms>

/** Registers everything served over HTTP. */
async function serveAll(deps: AppDeps, platform: Platform, { opened, all }: Rooms): Promise<FastifyInstance> {
  const { log, clock } = deps
  const { db, metrics, health, drain, gate, streams, catalogue, live, events, counters, store } = platform
  const { files } = store
  const http = await createHttp({
    log,
    metrics,
    health,
    drain,
    trustProxy: deps.trustProxy,
    fileOrigins: store.origins,
  })
  await store.serve(http)
  serveDownloads(http, { files, gate, secret: deps.fileSecret, clock })
  serveHealth(http, { health, drain, metrics, metricsToken: deps.metricsToken })
  const isProbe = createIsProbe(deps.fileSecret, clock)
  serveProbe(http, isProbe)
  serveLive(http, { live, gate, streams, metrics, drain, isProbe, heartbeatMs: deps.heartbeatMs ?? 15_000 })
  await serveDocs(http, rooms, Object.fromEntries(all.flatMap(({ docs = {} }) => Object.entries(docs))))
  for (const room of all) room.serve?.(http)
  serveCalls(
    http,
    rooms,
    Object.fromEntries(Object.entries(opened).map(([name, { handlers }]) => [name, handlers])),
    {
      db,
      gate,
      catalogue,
      codes: Object.fromEntries(all.flatMap(({ codes: own = {} }) => Object.entries(own))),
      limits: createLimits(counters, clock),
      clock,
      events,
      files,
      ...(deps.onAnswer && { onAnswer: deps.onAnswer }),
    },
  )
  if (deps.webFolder) await serveWeb(http, { folder: deps.webFolder, offline: deps.offline ?? true })
  return http
}

/** The composition root: the only place that wires all parts together. */
export async function createApp(deps: AppDeps): Promise<App> {
  const { log } = deps
  const platform = await openPlatform(deps)
  const { db, metrics, line, live, events, behalf, counters, queues, texts, store } = platform
  const { files } = store
  const brought = openAllRooms(deps, platform)
  const { opened, all } = brought
  const http = await serveAll(deps, platform, brought)
  const stopHeld = logHeld(log)
  return {
    http,
    db,
    files,
    live,
    events,
    behalf,
    queues,
    importWork: opened.transfer.importWork,
    bulkWork: opened.customer.bulkWork,
    intake: opened.lead.intake,
    texts,
    deliveries: opened.webhook.deliveries,
    metrics,
    outcomes: platform.outcomes,
    jobs: platform.jobs,
    jobBoard: platform.jobBoard,
    drain: () => platform.drain.start(),
    start() {
      queues.start()
      platform.outcomes.start()
      for (const room of all) room.start?.()
    },
    async close() {
      await http.close()
      await queues.stop()
      for (const room of all.toReversed()) await room.stop?.()
      await texts.stop()
      await platform.outcomes.stop()
      await live.stop()
      await line.stop()
      await counters.destroy()
      await db.destroy()
      stopHeld()
    },
  }
}
