import pg from 'pg'
import { migrate } from '../../src/platform/db/migrate.ts'
import { seedBase } from '../../src/seed/base.ts'

/** Migrates and fills the base data. */
export async function fill(url: string): Promise<void> {
  await migrate(url)
  await seedBase(url)
  await useLargeIds(url)
}

/** Starts ids above the int range, so that every test also proves that member and source ids may exceed it. */
async function useLargeIds(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('alter sequence member_id_seq restart 3000000001')
  await client.query('alter sequence custom_source_id_seq restart 3000000001')
  await client.end()
}
