import { execFile } from 'node:child_process'
import { cpSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { root } from '../steps.ts'

/** An installed package that a release contains or was built from. */
export interface Package {
  /** Its folder, below `node_modules`. */
  readonly folder: string
  readonly name: string
  readonly version: string
}

/** Standard output of npm, which reads the installed tree and asks no registry. */
export async function npm(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', [...args], { cwd: root, maxBuffer: 64 * 2 ** 20 })
  return stdout
}

/** Packages of others that these workspaces need at run time; of all workspaces by default. */
export async function productionPackages(...workspaces: readonly string[]): Promise<Package[]> {
  const chosen = workspaces.map((name) => `--workspace=${name}`)
  const lines = await npm('ls', '--omit=dev', '--all', '--parseable', ...chosen)
  return [...new Set(lines.trim().split('\n'))]
    .filter((folder) => folder !== root && !folder.includes('/@showroom/'))
    .map((folder) => {
      const text = readFileSync(path.join(folder, 'package.json'), 'utf8')
      const { name, version } = JSON.parse(text) as { name: string; version: string }
      return { folder, name, version }
    })
    .toSorted((a, b) => (a.folder < b.folder ? -1 : 1))
}

/** Files of packages that nothing reads at run time: types, source maps, static libraries. */
const unused = /\.(?:d\.[cm]?ts|map|a|tsbuildinfo)$/

/** Copies packages to the same places below `target`. A nested package is listed itself. */
export function copyPackages(packages: readonly Package[], target: string): void {
  for (const { folder } of packages)
    cpSync(folder, path.join(target, path.relative(root, folder)), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => source !== path.join(folder, 'node_modules') && !unused.test(source),
    })
}

const isPaper = (name: string): boolean => /^(?:licen[sc]e|copying|notice)/i.test(name)

/** The licence texts in a package's folder, joined; empty if it has none. */
export const licenceTexts = ({ folder }: Package): string =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && isPaper(entry.name))
    .map(({ name }) => readFileSync(path.join(folder, name), 'utf8').trim())
    .join('\n\n')
