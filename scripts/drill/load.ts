import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Acknowledged } from '../../bench/crash/client.ts'
import type { Member } from './network.ts'
import type { Proxy } from './proxy.ts'
import type { Stage } from './stage.ts'

/** Steady mixed requests from a separate process, so that the drill's work does not delay them. */

export interface Order {
  readonly proxy: Proxy
  readonly members: readonly Member[]
  readonly perSecond: number
}

/** Counts since the last report. */
export interface Report {
  readonly sent: number
  /** Requests that were sent twice. */
  readonly repeated: number
  readonly failed: number
  /** Attempts that no instance carried out, and the seconds from the first to the last of them. */
  readonly refused: number
  readonly refusedSeconds: number
  /** Examples of failures. */
  readonly failures: readonly string[]
  /** Milliseconds, with the pause before a repeat. */
  readonly median: number
  readonly p99: number
  readonly longest: number
}

export interface Stopped extends Report {
  readonly acknowledged: readonly Acknowledged[]
}

export interface Load {
  report(): Promise<Report>
  stop(): Promise<Stopped>
}

export async function startLoad(stage: Stage, order: Order): Promise<Load> {
  const child = stage.keep(fork(new URL('worker.ts', import.meta.url)))
  const ask = async <Answer>(message: object): Promise<Answer> => {
    child.send(message)
    const [answer] = (await once(child, 'message')) as [Answer]
    return answer
  }
  await ask({ order })
  return {
    report: () => ask<Report>({ ask: 'report' }),
    async stop() {
      const stopped = await ask<Stopped>({ ask: 'stop' })
      child.disconnect()
      return stopped
    },
  }
}
