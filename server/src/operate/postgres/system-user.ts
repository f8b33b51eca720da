import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** User of the PostgreSQL processes. Empty for the user of the server. */
export interface RunAs {
  readonly uid?: number
  readonly gid?: number
}

function findUser(name: string): Required<RunAs> | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  if (!line) return undefined
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

/**
 * Chooses the user for PostgreSQL, which refuses to run as root. For root it is the system user `postgres`, created if missing. If no user
 * can be created (a minimal image), it is the standard unprivileged one.
 */
export function findRunAs(): RunAs {
  if (process.getuid?.() !== 0) return {}
  const existing = findUser('postgres')
  if (existing) return existing
  try {
    execFileSync(
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'],
      { stdio: 'ignore' },
    )
  } catch {
    // There is no useradd, or /etc is read-only: fall back to the next user.
  }
  const user = findUser('postgres') ?? findUser('nobody')
  if (!user)
    throw new Error(
      'PostgreSQL does not run as root, and there is no system user for it. Run: useradd -r postgres',
    )
  return user
}

/** Whether that user can run this program at its path. Tries it instead of checking file modes. */
export const canRun = (program: string, runAs: RunAs): boolean =>
  spawnSync(program, ['--version'], { ...runAs, cwd: '/', stdio: 'ignore' }).status === 0

/** Whether that user can enter this folder through all its parents. */
export const canEnter = (folder: string, runAs: RunAs): boolean =>
  runAs.uid === undefined ||
  spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...runAs, cwd: '/', stdio: 'ignore' }).status === 0
