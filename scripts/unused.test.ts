import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

it('the check finds a file and a package that nothing uses, and passes those that something does', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'showroom-unused-'))
  const plant = (file: string, text: string): void => {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  cpSync(path.join(root, 'knip.config.ts'), path.join(folder, 'knip.config.ts'))
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  plant('package.json', '{ "name": "showroom", "workspaces": ["contract", "server", "web"] }')
  for (const floor of ['contract', 'server']) plant(`${floor}/package.json`, `{ "name": "${floor}" }`)
  plant('web/package.json', '{ "name": "web", "dependencies": { "react": "1", "dayjs": "1" } }')
  plant('web/src/main.tsx', `import 'react'\nexport const page = import('./Page')\n`)
  plant('web/src/Page.tsx', 'export const Page = 1\n')
  plant('web/src/Left.tsx', 'export const Left = 1\n')
  plant('server/src/order/order.walk.ts', 'export const walk = 1\n')
  try {
    const script = path.join(root, 'node_modules/.bin/knip')
    const args = [script, '--no-progress', '--no-config-hints', '--reporter', 'json']
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
    const { issues } = JSON.parse(stdout || stderr) as {
      issues: readonly {
        file: string
        files?: readonly unknown[]
        dependencies?: readonly { name: string }[]
      }[]
    }
    const unused = issues.flatMap(({ file, files = [], dependencies = [] }) => [
      ...files.map(() => file),
      ...dependencies.map(({ name }) => `${file} ${name}`),
    ])
    expect(unused.toSorted()).toEqual(['web/package.json dayjs', 'web/src/Left.tsx'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 60_000)
