import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { ask, inDatabase } from '../citus/citus.ts'
import { startTestCluster } from '../cluster/cluster.ts'
import type { TestCluster } from '../cluster/cluster.ts'
import { makeTemplate } from '../templates/make.ts'

export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

export type Content = 'base' | 'demo' | 'large' | 'empty'

type Servers = Pick<TestCluster, 'url' | 'servers'>

/**
 * Creates a database for one test file: a copy of the migrated template with the base data, with the demo network or
 * large stores on top, or an `empty` one.
 */
export async function createTestDatabase(
  options: { readonly of?: Content; readonly on?: Servers } = {},
): Promise<TestDatabase> {
  const { of = 'base', on = { url: inject('clusterUrl'), servers: inject('servers') } } = options
  const isSpread = on.servers.length > 1
  /** On Citus a database is one on every server. */
  const onServers = async (statement: string): Promise<void> => {
    for (const server of on.servers) await ask(server, statement)
  }
  const name = `test_${randomBytes(6).toString('hex')}`
  const isMade = of !== 'empty' && (isSpread || of !== 'base')
  if (isMade) await makeTemplate(of, on)
  const template = isMade ? `template_${of}` : of === 'empty' ? 'template0' : 'template_showroom'
  await onServers(`create database ${name} template ${template} strategy file_copy`)
  const drop = (): Promise<void> => onServers(`drop database if exists ${name} with (force)`)
  // A drop fails while Citus starts its maintenance of a new database.
  return { url: inDatabase(on.url, name), drop: () => (isSpread ? drop().catch(drop) : drop()) }
}

/** Creates a database for checks that run after the server tests, on their cluster, or on a new one if they run alone. */
export async function createDatabaseAfter(of: Content): Promise<TestDatabase> {
  if (inject('clusterUrl') as string | undefined) return createTestDatabase({ of })
  const cluster = await startTestCluster()
  const { url, drop } = await createTestDatabase({ of, on: cluster })
  return {
    url,
    async drop() {
      await drop()
      await cluster.stop()
    },
  }
}
