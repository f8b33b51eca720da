import { mkdirSync } from 'node:fs'
import { rooms } from '@showroom/contract'
import type { Call } from '@showroom/contract/kernel/call'
import type { FastifyInstance } from 'fastify'
import { sessionSource } from './access/index.ts'
import type { DemoAccounts } from './access/index.ts'
import { createCatalogue } from './base/index.ts'
import type { IntakeWorker } from './lead/index.ts'
import type { Clock } from './platform/clock.ts'
import type { OutsideConfig } from './platform/config.outside.ts'
import { createDatabase, createPool } from './platform/db/client.ts'
import type { Database } from './platform/db/client.ts'
import { openLine } from './platform/db/line.ts'
import { createBucketFiles } from './platform/files/bucket.ts'
import type { BucketConfig } from './platform/files/bucket.ts'
import { createDownloads, serveDownloads } from './platform/files/download.ts'
import { createEmbeddedFiles, serveEmbeddedFiles } from './platform/files/embedded.ts'
import { createClamAv } from './platform/files/clamav.ts'
import type { ScannerAddress } from './platform/files/clamav.ts'
import { withScanner } from './platform/files/files.ts'
import type { FileStore } from './platform/files/files.ts'
import { tidyUploads } from './platform/files/uploads.ts'
import { createOutlet } from './platform/happenings.ts'
import type { Outlet, Subscriptions } from './platform/happenings.ts'
import { housekeeping } from './platform/housekeeping.ts'
import { createHttp } from './platform/http/app.ts'
import { serveCalls } from './platform/http/calls.ts'
import { serveHealth } from './platform/http/health.ts'
import { serveLive } from './platform/http/live.ts'
import { serveDocs } from './platform/http/openapi.ts'
import { serveWeb } from './platform/http/web.ts'
import type { Job } from './platform/jobs.ts'
import { createLimits } from './platform/limits.ts'
import { createLive } from './platform/live.ts'
import type { Live } from './platform/live.ts'
import type { Logger } from './platform/log.ts'
import { createMetrics } from './platform/metrics.ts'
import type { Metrics } from './platform/metrics.ts'
import { openOutside } from './platform/outside/outside.ts'
import type { Room } from './platform/room.ts'
import type { Work } from './platform/work.ts'
import { createUndo } from './platform/undo.ts'
import type { Inverses } from './platform/undo.ts'
import { createSessionGate } from './platform/session/gate.ts'
import { openRooms } from './rooms.ts'

export interface AppDeps {
  readonly databaseUrl: string
  readonly poolSize: number
  readonly log: Logger
  readonly clock: Clock
  readonly filesFolder: string
  readonly fileSecret: string
  /** Where files live instead of the folder. */
  /** clamd, which scans uploads before a record takes them; none where nothing is said. */
  readonly scanner?: ScannerAddress | undefined
  readonly bucket?: BucketConfig
  readonly trustProxy: number
  readonly demo: boolean
  readonly demoAccounts: () => Promise<DemoAccounts | undefined>
  /** Systems outside, as configured; none where nothing is said. */
  readonly outside?: Partial<OutsideConfig>
  /** How often open pages' sessions are looked at again; 15 s. */
  readonly heartbeatMs?: number
  /** Customer files that a member may read in ten minutes; 200. */
  readonly fileReadLimit?: number | undefined
  /** Reads `/metrics` from elsewhere than the machine itself. */
  readonly metricsToken?: string
  /** The built web client; absent in tests. */
  readonly webFolder?: string
  readonly onAnswer?: (call: Call, text: string) => void
}

export interface App {
  readonly http: FastifyInstance
  readonly db: Database
  readonly files: FileStore
  readonly live: Live
  readonly happenings: Outlet
  readonly importWork: Work
  readonly bulkWork: Work
  readonly intake: IntakeWorker
  readonly metrics: Metrics
  /** What runs on a schedule. */
  readonly jobs: readonly Job[]
  /** Begins what rooms work at beside calls and jobs. */
  start(): void
  /** Finishes the requests under way, then lets go of the database. */
  close(): Promise<void>
}

/** Where files are kept: in the folder, which this process serves then, or in a bucket, to which browsers go by themselves. */
async function openFiles({ bucket: config, scanner, filesFolder, fileSecret, clock, log }: AppDeps) {
  const bucket = config && (await createBucketFiles(config))
  const files = withScanner(
    bucket ?? createEmbeddedFiles(filesFolder, fileSecret),
    scanner && createClamAv(scanner, log),
  )
  return {
    files,
    /** For the page's security policy. */
    origins: bucket ? [bucket.origin] : [],
    serve: async (http: FastifyInstance): Promise<void> => {
      if (bucket) return
      mkdirSync(filesFolder, { recursive: true })
      await serveEmbeddedFiles(http, filesFolder, fileSecret, clock)
    },
  }
}

/** The composition root: everything is put together here, and nothing else knows how. */
export async function createApp(deps: AppDeps): Promise<App> {
  const { log, clock } = deps
  const pool = createPool(deps.databaseUrl, deps.poolSize, log)
  const db = createDatabase(pool)
  const metrics = createMetrics(pool)
  const line = openLine(deps.databaseUrl, log)
  const gate = createSessionGate(sessionSource(db), line, clock)
  const catalogue = createCatalogue(db, line)
  const live = createLive(line, log, (hints) => metrics.liveHinted(hints))
  const subscriptions: Subscriptions[] = []
  const happenings = createOutlet(subscriptions)
  const inverses: Inverses[] = []
  const undo = createUndo(inverses)
  // Counters run beside a call's transaction: on the same pool, as many calls as it has connections would wait for each other.
  const counters = createDatabase(createPool(deps.databaseUrl, 2, log))
  const limits = createLimits(counters, clock)
  const { files, origins: fileOrigins, serve: serveFiles } = await openFiles(deps)
  const downloads = createDownloads(deps.fileSecret)
  const secret = deps.fileSecret
  const opened = openRooms(
    { db, line, live, catalogue, happenings, undo, gate, files, downloads, metrics, clock, log, secret },
    { ...deps, ...openOutside(deps.outside ?? {}, { ...deps, metrics }) },
  )
  const all: readonly Room<unknown>[] = Object.values(opened)
  subscriptions.push(...all.flatMap((room) => room.subscriptions ?? []))
  inverses.push(...all.flatMap((room) => room.inverses ?? []))
  const http = await createHttp({ log, metrics, trustProxy: deps.trustProxy, fileOrigins })

  await serveFiles(http)
  serveDownloads(http, { files, gate, secret: deps.fileSecret, clock })
  serveHealth(http, { db, metrics, metricsToken: deps.metricsToken })
  serveLive(http, { live, gate, metrics, heartbeatMs: deps.heartbeatMs ?? 15_000 })
  await serveDocs(http, rooms, Object.assign({}, ...all.map(({ docs }) => docs)))
  for (const room of all) room.serve?.(http)
  serveCalls(
    http,
    rooms,
    Object.fromEntries(Object.entries(opened).map(([name, { handlers }]) => [name, handlers])),
    {
      db,
      gate,
      catalogue,
      limits,
      clock,
      live,
      happenings,
      files,
      ...(deps.onAnswer && { onAnswer: deps.onAnswer }),
    },
  )
  if (deps.webFolder) await serveWeb(http, deps.webFolder)

  return {
    http,
    db,
    files,
    live,
    happenings,
    importWork: opened.transfer.importWork,
    bulkWork: opened.customer.bulkWork,
    intake: opened.lead.intake,
    metrics,
    jobs: [
      housekeeping(db, clock),
      tidyUploads(db, files, clock, log),
      ...all.flatMap(({ jobs = [] }) => jobs),
    ],
    start() {
      for (const room of all) room.start?.()
    },
    async close() {
      await http.close()
      for (const room of all.toReversed()) await room.stop?.()
      await live.stop()
      await line.stop()
      await counters.destroy()
      await db.destroy()
    },
  }
}
