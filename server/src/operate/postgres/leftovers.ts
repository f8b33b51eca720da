import { readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

interface Leftover {
  readonly pid: number
  readonly postmaster: boolean
}

/**
 * Finds processes of this cluster by the cluster name in their titles. The pid in postmaster.pid alone proves nothing: after a kill -9
 * another process may have it.
 */
function findLeftovers(clusterName: string): Leftover[] {
  let pids: string[]
  try {
    pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
  return pids.flatMap((pid) => {
    try {
      const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      if (!title.includes(`cluster_name=${clusterName}`) && !title.startsWith(`postgres: ${clusterName}:`))
        return []
      return [{ pid: Number(pid), postmaster: !title.startsWith('postgres: ') }]
    } catch {
      return []
    }
  })
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has already ended.
  }
}

/**
 * Stops processes that an earlier run left behind when its parent was killed, then deletes a stale postmaster.pid. Returns their number.
 * Two postmasters, or a new one next to an old backend, would destroy the data, so the file is deleted only when no process is left.
 */
export async function clearLeftovers(cluster: string, clusterName: string): Promise<number> {
  // Without /proc the processes cannot be found; PostgreSQL's own check of postmaster.pid decides.
  if (process.platform !== 'linux') return 0
  const first = findLeftovers(clusterName)
  const deadline = Date.now() + 20_000
  let isSignalled = false
  for (let left = first; left.length > 0; left = findLeftovers(clusterName)) {
    const postmaster = left.find((process) => process.postmaster)
    const late = Date.now() > deadline
    if (postmaster && !isSignalled) signal(postmaster.pid, 'SIGINT')
    isSignalled = true
    // Backends without a postmaster exit on their own, but not during a long statement.
    if (late) for (const { pid } of left) signal(pid, postmaster ? 'SIGQUIT' : 'SIGKILL')
    if (Date.now() > deadline + 10_000)
      throw new Error(
        `Processes of the last run could not be stopped: ${left.map(({ pid }) => pid).join(', ')}`,
      )
    await sleep(late ? 200 : 25)
  }
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  return first.length
}
