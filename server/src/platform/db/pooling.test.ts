import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database/database.ts'
import type { TestDatabase } from '../../../test/database/database.ts'
import { checkPooling } from './pooling.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase({ of: 'empty' })
})
afterEach(() => database.drop())

it('a database without a pooler is accepted', async () => {
  await expect(checkPooling(database.url)).resolves.toBeUndefined()
})

it('a session that is shared with another client is refused', async () => {
  // A pooler gives the second client the session of the first; here each session has its setting.
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const name = client.escapeIdentifier(new URL(database.url).pathname.slice(1))
  await client.query(`alter database ${name} set showroom.pooling = 'set-by-${process.pid}'`)
  await client.end()
  await expect(checkPooling(database.url)).rejects.toThrow(/connection pooler.*pool_mode = session/)
})
