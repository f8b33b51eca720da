import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const commands = Object.entries(manifest.scripts).flatMap(([name, text]) =>
  text.startsWith('node ') && !name.startsWith('pre') ? [[name, text.split(' ')[1] ?? ''] as const] : [],
)

it.each(commands)(
  'npm run %s -- --help prints its usage and does nothing',
  async (_, file) => {
    const { stdout } = await promisify(execFile)(process.execPath, [file, '--help'], { cwd: root })
    expect(stdout).toMatch(/^Usage: npm /)
  },
  60_000,
)

it('the server prints its usage and does not start, which also compiles it in advance', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['server/src/main.ts', '--help'], {
    cwd: root,
  })
  expect(stdout).toMatch(/^Usage: node server\/src\/main\.ts/)
}, 60_000)
