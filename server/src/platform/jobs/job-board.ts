import type { FailureKind } from '@showroom/contract/system/system.names'
import { faultOf } from '../db/fault.ts'

/** The state of a scheduled job over all processes. */
export interface JobState {
  readonly name: string
  readonly succeededAt: Date | null
  readonly lateSeconds: number
  readonly failedAt: Date | null
  readonly failure: FailureKind | ''
}

/** Passes the jobs' state from the job queue, which starts last, to the page that shows it. */
export interface JobBoard {
  /** Reads the jobs' state; none before the queue runs. */
  read(): Promise<readonly JobState[]>
  connect(read: () => Promise<readonly JobState[]>): void
}

export function createJobBoard(): JobBoard {
  let source: () => Promise<readonly JobState[]> = () => Promise.resolve([])
  return {
    read: () => source(),
    connect(read) {
      source = read
    },
  }
}

/** The kind of a failed run, from the error as pg-boss keeps it. */
export function failureOfRun(output: unknown): FailureKind {
  const { value, ...own } = (output ?? {}) as {
    value?: unknown
    name?: string
    message?: string
    code?: string
  }
  const { name, message = '', code } = (value ?? own) as typeof own
  if (/timed out|timeout|exceeded/i.test(message)) return 'timeout'
  if (faultOf(Object.assign(new Error(message), { code }))) return 'database'
  return name === 'OutsideError' ? 'unreachable' : 'fault'
}
