import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

async function onCluster(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('clusterUrl') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** A database of one's own: a copy of the migrated template with the base data, or an `empty` one. */
export async function createTestDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const template = options.empty ? 'template0' : 'template_showroom'
  await onCluster(`create database ${name} template ${template} strategy file_copy`)
  const url = new URL(inject('clusterUrl'))
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onCluster(`drop database if exists ${name} with (force)`) }
}
