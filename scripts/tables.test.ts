import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { headOfTables } from '../server/test/tables.ts'

const file = path.resolve(import.meta.dirname, '../server/src/platform/db/tables.ts')

/** That they are what these migrations make needs a database: server/src/platform/db/tables.test.ts. */
it('tables.ts is of the migrations there are: UPDATE_TABLES=1 renews it', async () => {
  expect(readFileSync(file, 'utf8').split('\n', 1)).toEqual([await headOfTables()])
})
