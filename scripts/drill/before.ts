import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** The release before, unpacked from its commit into a temporary folder, with its dependencies. */
export interface ReleaseBefore {
  readonly folder: string
  /** Imports one of its modules, by path. */
  load(file: string): Promise<never>
  remove(): void
}

interface Manifest {
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
}
const read = (file: string): Manifest => JSON.parse(readFileSync(file, 'utf8')) as Manifest

/** Dependencies of the release that are not installed here in its version. */
function missingOf(folder: string): string[] {
  const { dependencies = {} } = read(path.join(folder, 'server/package.json'))
  return Object.entries(dependencies).flatMap(([name, version]) => {
    if (name.startsWith('@showroom/')) return []
    try {
      if (read(path.join(root, 'node_modules', name, 'package.json')).version === version) return []
    } catch {
      // Not installed at all.
    }
    return [`${name}@${version}`]
  })
}

/** Links the packages that both releases use, and installs the others. */
export function unpack(commit: string): ReleaseBefore {
  const folder = mkdtempSync(path.join(tmpdir(), 'showroom-before-'))
  const archive = execFileSync('git', ['archive', commit, 'package.json', 'contract', 'server'], {
    cwd: root,
    maxBuffer: 1024 ** 3,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  const packages = path.join(folder, 'node_modules')
  mkdirSync(path.join(packages, '@showroom'), { recursive: true })
  for (const name of ['contract', 'server'])
    symlinkSync(path.join(folder, name), path.join(packages, '@showroom', name))
  for (const name of readdirSync(path.join(root, 'node_modules')))
    if (!name.startsWith('.') && name !== '@showroom')
      symlinkSync(path.join(root, 'node_modules', name), path.join(packages, name))
  const missing = missingOf(folder)
  if (missing.length > 0) {
    const place = path.join(folder, 'server/node_modules')
    mkdirSync(path.join(folder, 'more'))
    execFileSync('npm', ['install', '--prefix', path.join(folder, 'more'), '--ignore-scripts', ...missing], {
      stdio: 'ignore',
    })
    symlinkSync(path.join(folder, 'more/node_modules'), place)
  }
  return {
    folder,
    load: (file) => import(path.join(folder, file)) as Promise<never>,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
