import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import { serverEnvironment } from '../server/src/launch.ts'

const root = path.resolve(import.meta.dirname, '..')
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
/** Runs a Node script as the launcher runs the server, whose cache of compiled code the commands share. */
const run = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, args, { cwd: root, env: serverEnvironment() })

const commands = Object.entries(manifest.scripts).flatMap(([name, text]) =>
  text.startsWith('node ') && !name.startsWith('pre') ? [[name, text.split(' ')[1] ?? ''] as const] : [],
)

let usage = ''
// Before the others, to which it leaves the compiled code of most modules.
beforeAll(async () => {
  usage = (await run('server/src/main.ts', '--help')).stdout
}, 60_000)

it('the server prints its usage and does not start, which also compiles it in advance', () => {
  expect(usage).toMatch(/^Usage: node server\/src\/main\.ts/)
})

it.concurrent.each(commands)(
  'npm run %s -- --help prints its usage and does nothing',
  async (_, file) => {
    const { stdout } = await run(file, '--help')
    expect(stdout).toMatch(/^Usage: npm /)
  },
  60_000,
)

const launcher = 'server/src/showroom.main.ts'
const launched = [
  ...execFileSync(process.execPath, [launcher, 'help'], { cwd: root, encoding: 'utf8' }).matchAll(
    /^ {2}(\S+)/gm,
  ),
].map(([, name = '']) => name)

it('the launcher of the archive has each command of the server', () => {
  const served = commands.filter(([, file]) => file.startsWith('server/')).map(([name]) => name)
  expect(served.length).toBeGreaterThan(5)
  expect([...launched].toSorted()).toEqual([...served, 'ready', 'start', 'version'].toSorted())
})

// The others are the files of the npm commands above, which server/test/commands.test.ts runs by the launcher.
it('showroom ready --help prints its usage and does nothing', async () => {
  const { stdout } = await run(launcher, 'ready', '--help')
  expect(stdout).toMatch(/^Usage: /)
}, 60_000)

it('the launcher refuses an unknown command with the list of those it knows', async () => {
  const failed = run(launcher, 'constructor')
  await expect(failed).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('migrate') })
})
