import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database/database.ts'
import { headOfTables } from '../../../test/database/tables.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const codegen = path.join(root, 'node_modules/.bin/kysely-codegen')
/** Days have another type than texts, which need words in the description of their table (platform/tables). */
const types = JSON.stringify({
  int8: 'number',
  date: 'ColumnType<string, string, string | undefined>',
})

/** Table types are generated from the migrated database and committed, so each table is defined only in SQL. */
it('tables.ts matches the migrations (npm run generate writes it)', async () => {
  const database = await createTestDatabase()
  const folder = mkdtempSync(path.join(tmpdir(), 'showroom-tables-'))
  const file = path.join(folder, 'tables.ts')
  const made = spawnSync(
    process.execPath,
    [
      codegen,
      '--dialect=postgres',
      `--out-file=${file}`,
      '--include-pattern=public.!(kysely_*)',
      `--type-mapping=${types}`,
    ],
    { cwd: root, env: { ...process.env, DATABASE_URL: database.url }, encoding: 'utf8' },
  )
  expect(made.stderr, made.stdout).toBe('')
  const fresh = `${await headOfTables()}\n${readFileSync(file, 'utf8')}`
  if (process.env.UPDATE_TABLES) writeFileSync(path.join(import.meta.dirname, 'tables.ts'), fresh)
  rmSync(folder, { recursive: true })
  await database.drop()
  expect(readFileSync(path.join(import.meta.dirname, 'tables.ts'), 'utf8')).toBe(fresh)
})
