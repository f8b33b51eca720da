import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { ensureDemo } from '../src/seed/demo.ts'
import { fillLarge } from './large.ts'

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

export type Content = 'base' | 'demo' | 'large' | 'empty'

/**
 * Creates a database for one test file: a copy of the migrated template with the base data, with the demo network or
 * large stores on top, or an `empty` one.
 */
export async function createTestDatabase(options: { of?: Content } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const { of = 'base' } = options
  const fill = fillings[of]
  if (fill) await makeTemplate(of, fill)
  await copy(name, { base: 'template_showroom', empty: 'template0' }[of as string] ?? `template_${of}`)
  return { url: urlOf(name), drop: () => onCluster(`drop database if exists ${name} with (force)`) }
}

/** The time at which the tests' demo network is seeded. */
export const demoNow = new Date('2026-11-21T15:00:00+08:00')

/** Content added to the base data if a file asks for it. */
const fillings: Partial<Record<Content, (url: string) => Promise<unknown>>> = {
  demo: (url) => ensureDemo(url, demoNow),
  large: (url) => fillLarge(url),
}

/** Fills a template once per run, for the first file that asks; others wait for it. */
async function makeTemplate(of: Content, fill: (url: string) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: inject('clusterUrl') })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [`template ${of}`])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [`template_${of}`])
    if (rowCount === 1) return
    await client.query(`drop database if exists draft_${of}`)
    await copy(`draft_${of}`, 'template_showroom')
    await fill(urlOf(`draft_${of}`))
    await client.query(`alter database draft_${of} rename to template_${of}`)
  } finally {
    await client.end()
  }
}
