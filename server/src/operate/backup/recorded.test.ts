import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestApp, testSecret } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { scrape, valueOf } from '../../../test/recount/series.ts'
import { backUp, noteOther, noteUnbegun } from './recorded.ts'
import { newKey } from './seal.ts'

let app: TestApp
let folder = ''
let key: Awaited<ReturnType<typeof newKey>>
beforeAll(async () => {
  app = await createTestApp()
  key = await newKey()
  folder = mkdtempSync(path.join(tmpdir(), 'showroom-recorded-'))
  writeFileSync(path.join(folder, 'no-folder'), '')
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  await app.db.deleteFrom('backup_run').execute()
})

const good = (): NodeJS.ProcessEnv => ({
  NODE_ENV: 'production',
  DATABASE_URL: app.databaseUrl,
  DATA_DIR: path.join(folder, 'data'),
  FILE_SECRET: testSecret,
  BACKUP_TO: path.join(folder, 'backups'),
  BACKUP_KEY: key.recipient,
})
const bucket = { BACKUP_TO: 's3://backups', BACKUP_ACCESS_KEY: 'a', BACKUP_SECRET_KEY: 'b' }
const listRuns = () => app.db.selectFrom('backup_run').selectAll().execute()
const failedOf = async (of: string) => valueOf(await scrape(app.app), 'showroom_backup_failed', { of })
const lines: string[] = []
const say = (line: string): void => void lines.push(line)

/** Environments with a fault that shows before a backup begins. */
const wrong: Readonly<Record<string, () => NodeJS.ProcessEnv>> = {
  'a folder that cannot be made': () => ({ BACKUP_TO: path.join(folder, 'no-folder/below') }),
  'an address of an unknown kind': () => ({ BACKUP_TO: 'ftp://backups' }),
  'a bucket without keys': () => ({ BACKUP_TO: 's3://backups' }),
  'a bucket that does not answer': () => ({ ...bucket, BACKUP_ENDPOINT: 'http://127.0.0.1:1' }),
  'an invalid address of the bucket': () => ({ ...bucket, BACKUP_ENDPOINT: 'nowhere' }),
  'a wrong key': () => ({ BACKUP_KEY: 'age1' }),
  'the identity as the key': () => ({ BACKUP_KEY: key.identity }),
  'no key': () => ({ BACKUP_KEY: '' }),
  'no number of days': () => ({ BACKUP_DAYS: 'fourteen' }),
  'a misspelled variable': () => ({ BACKUP_DAY: '14' }),
  'a variable that has nothing to do with backups': () => ({ PORT: 'none' }),
  'another secret of the files': () => ({ FILE_SECRET: 'short' }),
}

it.each(Object.entries(wrong))('a backup with %s is recorded as failed', async (_name, more) => {
  const environment = { ...good(), ...more() }
  await expect(backUp(environment, 'files', say)).rejects.toThrow(/./)
  expect(await listRuns()).toEqual([
    expect.objectContaining({
      kind: 'files',
      place: environment['BACKUP_TO'],
      bytes: null,
      failure: expect.stringMatching(/^[^\n]+$/) as string,
    }),
  ])
  expect(await failedOf('files')).toBe(1)
  // The outcome of another program does not depend on our own place either.
  await noteOther(environment, 'pgBackRest', 'exit-code')
  expect(await failedOf('database')).toBe(1)
})

it('a backup of the database that another program makes is refused, and recorded as failed', async () => {
  await expect(backUp(good(), 'base', say)).rejects.toThrow('back it up with pgBackRest')
  expect([await failedOf('database'), await failedOf('files')]).toEqual([1, 1])
})

it('the next good backup ends the failure', async () => {
  await expect(backUp({ ...good(), BACKUP_KEY: 'age1' }, 'files', say)).rejects.toThrow('BACKUP_KEY')
  await backUp(good(), 'files', say)
  expect(lines.join()).toContain('MB in')
  expect(await failedOf('files')).toBe(0)
})

it('an installation without a place makes no backups, and records none', async () => {
  await expect(backUp({ ...good(), BACKUP_TO: '' }, 'files', say)).rejects.toThrow('BACKUP_TO is not set')
  expect(await listRuns()).toEqual([])
})

it('a backup that a faulty line of the variables keeps from beginning is recorded as failed', async () => {
  await noteUnbegun(good(), ['--files'], 'line 7: PORT is set twice: keep one')
  expect(await listRuns()).toEqual([
    expect.objectContaining({ kind: 'files', failure: 'line 7: PORT is set twice: keep one' }),
  ])
  expect(await failedOf('files')).toBe(1)
  await noteUnbegun(good(), ['--note', 'pgBackRest'], 'line 7: PORT is set twice: keep one')
  expect(await failedOf('database')).toBe(0)
  await noteUnbegun(good(), ['--new-key'], 'line 7: PORT is set twice: keep one')
  await noteUnbegun({ ...good(), BACKUP_TO: '' }, [], 'line 7: PORT is set twice: keep one')
  expect(await listRuns()).toHaveLength(2)
})
