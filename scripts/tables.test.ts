import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { headOfTables } from '../server/test/database/tables.ts'

const file = path.resolve(import.meta.dirname, '../server/src/platform/db/tables.ts')

/**
 * Checks only the migrations' hash; server/src/platform/db/tables.test.ts compares the content, which needs a
 * database.
 */
it('tables.ts matches the current migrations: npm run generate renews it', async () => {
  expect(readFileSync(file, 'utf8').split('\n', 1)).toEqual([await headOfTables()])
})
