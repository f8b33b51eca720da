import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { memoryEnvironment } from '../../memory.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { createLog } from '../../platform/observe/log.ts'
import { startEmbeddedPostgres } from '../../operate/postgres/index.ts'
import { seedBase } from '../../seed/base.ts'

it('adds a source next to a running server on the embedded database', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'showroom-source-'))
  const running = await startEmbeddedPostgres({ dataDir: folder, durable: false, log: createLog('warn') })
  const command = (...given: string[]) =>
    spawnSync(process.execPath, [path.resolve(import.meta.dirname, 'source.main.ts'), ...given], {
      env: { ...memoryEnvironment, DATA_DIR: folder },
      encoding: 'utf8',
    })
  try {
    await migrate(running.url)
    await seedBase(running.url)
    expect(command('add', '--name', '车友之窗', '--source-id', '1')).toMatchObject({
      stderr: '',
      stdout: expect.stringMatching(/^Key {5}\S+\nSecret {2}\S+\n/),
    })
    expect(command('list').stdout).toContain('车友之窗')
  } finally {
    await running.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}, 60_000)
