import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Another server already runs from this folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'
}

interface Holder {
  readonly pid: number
  /** Tells the holder from a later process that was given the same number. */
  readonly born: string
  readonly label: string
}

/** When a process began: its clock ticks since the machine's start, with the start's id. Empty when there is no such process. */
function bornOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie holds nothing any more.
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

/** Takes the folder for this process. Throws `FolderInUse` while another one has it; a dead holder's lock is taken over. */
export function lockFolder(folder: string, label: string): () => void {
  const file = join(folder, 'lock.json')
  const draft = `${file}.${process.pid}`
  const mine: Holder = { pid: process.pid, born: bornOf(process.pid), label }
  writeFileSync(draft, JSON.stringify(mine))
  try {
    for (let attempt = 0; ; attempt++) {
      try {
        // A link either makes the whole file or fails: no one reads half a lock.
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
        // Two starts at once after a crash: if the other one was first, this is its fresh lock. Give it back.
        if (holder && readHolder(`${draft}.stale`)?.born !== holder.born) linkSync(`${draft}.stale`, file)
      } catch {
        // Gone, or taken over by another start meanwhile: look again.
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
