import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Milliseconds of processor time: unlike requests a second, they hardly change with what else the machine does. Linux alone tells them. */

/** A tick of `/proc/PID/stat`. */
const tickMs = 10

/** What a process has used since its start, and its children that have ended. */
export function cpuOf(pid: number): number {
  try {
    // After the name, which may hold spaces: the 12th to the 15th are user and system time, its own and its children's.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * tickMs
  } catch {
    return 0
  }
}

/** What the processes of the PostgreSQL in that folder have used since their start; 0 for one that is elsewhere. */
export function cpuOfDatabase(folder: string): number {
  let total = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      if (readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)) total += cpuOf(Number(pid))
    } catch {
      // Ended meanwhile, or another user's.
    }
  return total
}
