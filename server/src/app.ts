import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { rooms } from '@showroom/contract'
import type { Call } from '@showroom/contract/kernel/call'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { accessRoutes, sessionSource } from './access/index.ts'
import type { DemoAccounts } from './access/index.ts'
import { baseRoutes } from './base/index.ts'
import { customerRoutes, findNumbers } from './customer/index.ts'
import type { Clock } from './platform/clock.ts'
import { createDatabase, createPool } from './platform/db/client.ts'
import type { Database } from './platform/db/client.ts'
import { createEmbeddedFiles, serveEmbeddedFiles } from './platform/files/embedded.ts'
import { createHttp } from './platform/http/app.ts'
import { serveCalls } from './platform/http/calls.ts'
import { serveHealth } from './platform/http/health.ts'
import { serveDocs } from './platform/http/openapi.ts'
import { createLimits } from './platform/limits.ts'
import type { Logger } from './platform/log.ts'
import { createMetrics } from './platform/metrics.ts'
import { createSessionGate } from './platform/session/gate.ts'
import { logSms } from './platform/sms/sms.ts'
import { teamRoutes } from './team/index.ts'

export interface AppDeps {
  readonly databaseUrl: string
  readonly poolSize: number
  readonly log: Logger
  readonly clock: Clock
  readonly filesFolder: string
  readonly fileSecret: string
  readonly trustProxy: number
  readonly demo: boolean
  readonly demoAccounts: () => Promise<DemoAccounts | undefined>
  readonly wecom: { readonly appId: string; readonly agentId: string }
  /** The built web client; absent in tests. */
  readonly webFolder?: string
  readonly onAnswer?: (call: Call, text: string) => void
}

export interface App {
  readonly http: FastifyInstance
  readonly db: Database
  /** Finishes the requests under way, then lets go of the database. */
  close(): Promise<void>
}

/** The composition root: everything is put together here, and nothing else knows how. */
export async function createApp(deps: AppDeps): Promise<App> {
  const { log, clock } = deps
  const pool = createPool(deps.databaseUrl, deps.poolSize, log)
  const db = createDatabase(pool)
  const metrics = createMetrics(pool)
  const gate = createSessionGate(sessionSource(db), deps.databaseUrl, clock, log)
  // Counters run beside a call's transaction: on the same pool, as many calls as it has connections would wait for each other.
  const counters = createDatabase(createPool(deps.databaseUrl, 2, log))
  const limits = createLimits(counters, clock)
  const files = createEmbeddedFiles(deps.filesFolder, deps.fileSecret)
  const http = await createHttp({ log, metrics, trustProxy: deps.trustProxy, fileOrigins: [] })

  mkdirSync(deps.filesFolder, { recursive: true })
  await serveEmbeddedFiles(http, deps.filesFolder, deps.fileSecret, clock)
  serveHealth(http, db, metrics)
  await serveDocs(http, rooms)
  serveCalls(
    http,
    rooms,
    {
      access: accessRoutes({
        sms: logSms(log),
        demo: deps.demo,
        demoAccounts: deps.demoAccounts,
        wecom: deps.wecom,
      }),
      base: baseRoutes({ files, findNumbers }),
      team: teamRoutes(),
      customer: customerRoutes({ files }),
    },
    { db, gate, limits, clock, ...(deps.onAnswer && { onAnswer: deps.onAnswer }) },
  )
  if (deps.webFolder) await serveWeb(http, deps.webFolder)

  return {
    http,
    db,
    async close() {
      await http.close()
      await gate.stop()
      await counters.destroy()
      await db.destroy()
    },
  }
}

/** The built client: hashed files for a year, the page itself never from a cache. */
async function serveWeb(http: FastifyInstance, folder: string): Promise<void> {
  await http.register(fastifyStatic, {
    root: path.resolve(folder),
    preCompressed: true,
    cacheControl: false,
    setHeaders(response, file) {
      const hashed = file.includes(`${path.sep}assets${path.sep}`)
      void response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}
