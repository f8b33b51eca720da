import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { ensureDemo } from '../src/seed/demo.ts'

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

const urlOf = (name: string): string => {
  const url = new URL(inject('clusterUrl'))
  url.pathname = `/${name}`
  return url.href
}
const copy = (name: string, template: string): Promise<void> =>
  onCluster(`create database ${name} template ${template} strategy file_copy`)

/** A database of one's own: a copy of the migrated template with the base data, one with the demo network in it, or an `empty` one. */
export async function createTestDatabase(
  options: { of?: 'base' | 'demo' | 'empty' } = {},
): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const { of = 'base' } = options
  if (of === 'demo') await makeDemoTemplate()
  await copy(name, { base: 'template_showroom', demo: 'template_demo', empty: 'template0' }[of])
  return { url: urlOf(name), drop: () => onCluster(`drop database if exists ${name} with (force)`) }
}

/** When the demo network of the tests is told of. */
export const demoNow = new Date('2026-11-21T15:00:00+08:00')

/** Fills the demo network once a run, for the first file that asks; others wait for it. */
async function makeDemoTemplate(): Promise<void> {
  const client = new pg.Client({ connectionString: inject('clusterUrl') })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('demo template'))`)
    const { rowCount } = await client.query(`select from pg_database where datname = 'template_demo'`)
    if (rowCount === 1) return
    await client.query('drop database if exists draft_demo')
    await copy('draft_demo', 'template_showroom')
    await ensureDemo(urlOf('draft_demo'), demoNow)
    await client.query('alter database draft_demo rename to template_demo')
  } finally {
    await client.end()
  }
}
