import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { ensureDemo } from '../../src/seed/demo.ts'
import { ask, closeForCopies, inDatabase, spread } from '../citus/citus.ts'
import { fillLarge } from './large.ts'

/** Runs a statement on each server: on Citus a database is one on every server. */
async function onServers(statement: string): Promise<void> {
  for (const server of inject('servers')) await ask(server, statement)
}

export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

const urlOf = (name: string): string => inDatabase(inject('clusterUrl'), name)
const copy = (name: string, template: string): Promise<void> =>
  onServers(`create database ${name} template ${template} strategy file_copy`)
const isSpread = (): boolean => inject('servers').length > 1

export type Content = 'base' | 'demo' | 'large' | 'empty'

/**
 * Creates a database for one test file: a copy of the migrated template with the base data, with the demo network or
 * large stores on top, or an `empty` one.
 */
export async function createTestDatabase(options: { of?: Content } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const { of = 'base' } = options
  const isMade = of !== 'empty' && (isSpread() || of !== 'base')
  if (isMade) await makeTemplate(of)
  await copy(name, isMade ? `template_${of}` : of === 'empty' ? 'template0' : 'template_showroom')
  const drop = (): Promise<void> => onServers(`drop database if exists ${name} with (force)`)
  // A drop fails while Citus starts its maintenance of a new database.
  return { url: urlOf(name), drop: () => (isSpread() ? drop().catch(drop) : drop()) }
}

/** The time at which the tests' demo network is seeded. */
export const demoNow = new Date('2026-11-21T15:00:00+08:00')

/** Content added to the base data if a file asks for it. */
const fillings: Partial<Record<Content, (url: string) => Promise<unknown>>> = {
  demo: (url) => ensureDemo(url, demoNow),
  large: (url) => fillLarge(url),
}

/** Makes a template once per run, for the first file that asks; others wait for it. On Citus it is distributed. */
async function makeTemplate(of: Content): Promise<void> {
  const client = new pg.Client({ connectionString: inject('clusterUrl') })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [`template ${of}`])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [`template_${of}`])
    if (rowCount === 1) return
    const draft = `draft_${of}`
    await onServers(`drop database if exists ${draft} with (force)`)
    await client.query(`create database ${draft} template template_showroom strategy file_copy`)
    await fillings[of]?.(urlOf(draft))
    if (isSpread()) {
      for (const worker of inject('servers').slice(1)) await ask(worker, `create database ${draft}`)
      await spread(inject('servers'), draft)
      await closeForCopies(inject('servers'), draft)
    }
    await onServers(`alter database ${draft} rename to template_${of}`)
  } finally {
    await client.end()
  }
}
