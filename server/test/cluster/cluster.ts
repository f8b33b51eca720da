import { migrate } from '../../src/platform/db/migrate.ts'
import { createLog } from '../../src/platform/observe/log.ts'
import { startEmbeddedPostgres } from '../../src/operate/postgres/index.ts'
import { seedBase } from '../../src/seed/base.ts'
import { ask, findServers, inDatabase } from '../citus/citus.ts'

export interface TestCluster {
  /** URL of the maintenance database. */
  readonly url: string
  /** URLs of the maintenance database on each server: several on Citus. */
  readonly servers: readonly string[]
  /** URL of the migrated template database with the base data. */
  readonly templateUrl: string
  stop(): Promise<void>
}

/** A throw-away cluster, or that of `TEST_DATABASE_URL`, with a migrated template. */
export async function startTestCluster(): Promise<TestCluster> {
  const cluster = await openCluster()
  const servers = await findServers(cluster.url)
  await ask(cluster.url, 'create database template_showroom')
  const templateUrl = inDatabase(cluster.url, 'template_showroom')
  await migrate(templateUrl)
  await seedBase(templateUrl)
  return { url: cluster.url, servers, templateUrl, stop: () => cluster.stop() }
}

async function openCluster(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL']
  if (!given) return startEmbeddedPostgres({ durable: false, log: createLog('warn') })
  for (const server of await findServers(given)) await dropAll(server)
  return { url: given, stop: () => Promise.resolve() }
}

/** Removes the databases of an earlier run. */
async function dropAll(server: string): Promise<void> {
  const databases = await ask<{ name: string }>(
    server,
    `select datname as name from pg_database where datname ~ '^(template_(showroom|base|demo|large)|draft_|test_)'`,
  )
  for (const { name } of databases) await ask(server, `drop database ${name} with (force)`)
}
