import pg from 'pg'
import { ask, closeForCopies, inDatabase, spread } from '../citus/citus.ts'
import type { TemplateName } from './kept.ts'

interface Servers {
  /** URL of the maintenance database. */
  readonly url: string
  /** Those of all servers: several on Citus. */
  readonly servers: readonly string[]
}

const fillings: Readonly<Record<TemplateName, () => Promise<{ fill: (url: string) => Promise<unknown> }>>> = {
  showroom: () => import('./showroom.ts'),
  demo: () => import('./demo.ts'),
  large: () => import('./large.ts'),
}

/**
 * Makes a template unless there is one. The first process that asks fills it, others wait. Those above `showroom` are
 * distributed on Citus, `base` with nothing added.
 */
export async function makeTemplate(of: TemplateName | 'base', { url, servers }: Servers): Promise<void> {
  const onServers = async (statement: string): Promise<void> => {
    for (const server of servers) await ask(server, statement)
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [`template ${of}`])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [`template_${of}`])
    if (rowCount === 1) return
    const draft = `draft_${of}`
    const base = of === 'showroom' ? 'template1' : 'template_showroom'
    await onServers(`drop database if exists ${draft} with (force)`)
    await client.query(`create database ${draft} template ${base} strategy file_copy`)
    if (of !== 'base') {
      const { fill } = await fillings[of]()
      await fill(inDatabase(url, draft))
    }
    if (of === 'showroom')
      return void (await client.query(`alter database ${draft} rename to template_${of}`))
    if (servers.length > 1) {
      for (const worker of servers.slice(1)) await ask(worker, `create database ${draft}`)
      await spread(servers, draft)
      await closeForCopies(servers, draft)
    }
    await onServers(`alter database ${draft} rename to template_${of}`)
  } finally {
    await client.end()
  }
}
