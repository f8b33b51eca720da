import { ask, findServers, inDatabase } from '../citus/citus.ts'
import { startThrowAway } from '../templates/kept.ts'
import type { ThrowAway } from '../templates/kept.ts'
import { makeTemplate } from '../templates/make.ts'

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
  await makeTemplate('showroom', { url: cluster.url, servers })
  return {
    url: cluster.url,
    servers,
    templateUrl: inDatabase(cluster.url, 'template_showroom'),
    stop: () => cluster.stop(),
  }
}

async function openCluster(): Promise<ThrowAway> {
  const given = process.env['TEST_DATABASE_URL']
  if (!given) return startThrowAway()
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
