import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/**
 * Milliseconds of processor time: unlike requests a second, they hardly depend on what else the machine does.
 * Available on Linux only.
 */

/** A tick of `/proc/PID/stat`. */
const tickMs = 10

/** Processor time of a process and its ended children since its start. */
export function cpuOf(pid: number): number {
  try {
    // Skips the name, which may contain spaces: fields 12 to 15 are user and system time of the process and of its
    // children.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * tickMs
  } catch {
    return 0
  }
}

/** Processor time of the PostgreSQL processes in this folder since their start; 0 for a PostgreSQL elsewhere. */
export function cpuOfDatabase(folder: string): number {
  let total = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      if (readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)) total += cpuOf(Number(pid))
    } catch {
      // The process ended meanwhile, or belongs to another user.
    }
  return total
}
