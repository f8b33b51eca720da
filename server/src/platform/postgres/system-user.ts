import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Whom the PostgreSQL programs run as. Empty: as whoever runs the server. */
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
 * PostgreSQL refuses to run as root. Root lends it the system user `postgres`, made where it is missing;
 * where no user can be made (a minimal image), `nobody`.
 */
export function findRunAs(): RunAs {
  if (process.getuid?.() !== 0) return {}
  const known = findUser('postgres')
  if (known) return known
  try {
    execFileSync(
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'],
      { stdio: 'ignore' },
    )
  } catch {
    // No useradd, or a read-only /etc: nobody is next.
  }
  const user = findUser('postgres') ?? findUser('nobody')
  if (!user)
    throw new Error(
      'PostgreSQL refuses to run as root, and there is no system user to run it as. Run: useradd -r postgres',
    )
  return user
}

/** Whether that user can run this program where it lies: asks the system instead of reading modes. */
export const canRun = (program: string, runAs: RunAs): boolean =>
  spawnSync(program, ['--version'], { ...runAs, cwd: '/', stdio: 'ignore' }).status === 0

/** Whether that user can enter this folder, through all of its parents. */
export const canEnter = (folder: string, runAs: RunAs): boolean =>
  runAs.uid === undefined ||
  spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...runAs, cwd: '/', stdio: 'ignore' }).status === 0
