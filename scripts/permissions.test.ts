import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { permissionsPage } from './permissions.ts'

const page = path.resolve(import.meta.dirname, '../docs/permissions.md')

it('docs/permissions.md matches the contract (npm run generate writes it)', () => {
  if (process.env.UPDATE_DOCS) writeFileSync(page, permissionsPage())
  expect(readFileSync(page, 'utf8')).toBe(permissionsPage())
})
