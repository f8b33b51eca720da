import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { createLog } from '../src/platform/log.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { seedBase } from '../src/seed/base.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The throw-away cluster's maintenance database. */
    clusterUrl: string
  }
}

/** One throw-away cluster for the run, with a migrated template that each test database is copied from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startEmbeddedPostgres({ durable: false, log: createLog('warn') })
  const admin = new pg.Client({ connectionString: cluster.url })
  await admin.connect()
  await admin.query('create database template_showroom')
  await admin.end()
  const template = new URL(cluster.url)
  template.pathname = '/template_showroom'
  await migrate(template.href)
  await seedBase(template.href)
  project.provide('clusterUrl', cluster.url)
  return () => cluster.stop()
}
