import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Another server runs from this folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'
}

interface Holder {
  readonly pid: number
  /** Distinguishes the holder from a later process with the same pid. */
  readonly born: string
  readonly label: string
}

/** Start time of a process: clock ticks since boot, with the boot id. Empty if there is no such process. */
function bornOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie holds no locks.
    if (fields[0] === 'Z') return ''
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`
  } catch {
    return process.platform === 'linux' || !isAlive(pid) ? '' : 'alive'
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

/**
 * Locks the folder for this process and returns the unlock function. Throws `FolderInUse` if a running process holds the lock; the lock of
 * a dead one is taken over.
 */
export function lockFolder(folder: string, label: string): () => void {
  const file = join(folder, 'lock.json')
  const draft = `${file}.${process.pid}`
  const mine: Holder = { pid: process.pid, born: bornOf(process.pid), label }
  writeFileSync(draft, JSON.stringify(mine))
  try {
    for (let attempt = 0; ; attempt++) {
      try {
        // A hard link is atomic, so no process ever reads a partial lock.
        linkSync(draft, file)
        break
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 20) throw error
      }
      const holder = readHolder(file)
      if (holder && holder.born !== '' && bornOf(holder.pid) === holder.born)
        throw new FolderInUse(
          `Showroom already runs from this folder (process ${holder.pid}${holder.label ? `, ${holder.label}` : ''}). ` +
            'Stop it first, or start the second one with another DATA_DIR and PORT.',
        )
      try {
        renameSync(file, `${draft}.stale`)
        // After a crash two processes may start at once. If the other was faster, this is its new lock, so it is put back.
        if (holder && readHolder(`${draft}.stale`)?.born !== holder.born) linkSync(`${draft}.stale`, file)
      } catch {
        // The file is gone or was taken over by another process, so the loop retries.
      }
    }
  } finally {
    rmSync(draft, { force: true })
    rmSync(`${draft}.stale`, { force: true })
  }
  return () => {
    if (readHolder(file)?.pid === process.pid) rmSync(file, { force: true })
  }
}
