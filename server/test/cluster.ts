import pg from 'pg'
import { migrate } from '../src/platform/db/migrate.ts'
import { createLog } from '../src/platform/log.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/index.ts'
import { seedBase } from '../src/seed/base.ts'

export interface TestCluster {
  /** URL of the maintenance database. */
  readonly url: string
  /** URL of the migrated template database with the base data. */
  readonly templateUrl: string
  stop(): Promise<void>
}

/** A throw-away cluster with a migrated template. */
export async function startTestCluster(): Promise<TestCluster> {
  const cluster = await startEmbeddedPostgres({ durable: false, log: createLog('warn') })
  const admin = new pg.Client({ connectionString: cluster.url })
  await admin.connect()
  await admin.query('create database template_showroom')
  await admin.end()
  const template = new URL(cluster.url)
  template.pathname = '/template_showroom'
  await migrate(template.href)
  await seedBase(template.href)
  return { url: cluster.url, templateUrl: template.href, stop: () => cluster.stop() }
}
