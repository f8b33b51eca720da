import { AsyncLocalStorage } from 'node:async_hooks'
import type { Call } from '@showroom/contract/kernel/call'
import { handledChannel } from '../../src/platform/http/calls.ts'
import { turnChannel } from '../../src/platform/queues/queues.ts'
import { isExcepted, isOfTests, shorten } from './statement.ts'
import type { SeenStatement } from './statement.ts'

/**
 * How often one run of a call or job, or one turn of a queue, may send the same statement. A loop over rows sends it once for each. The limit is
 * far above what calls send; `filled.test.ts` finds loops over few rows, by statements that grow with the rows.
 */
export const mostRepeats = 40

interface Run {
  /** The path of the call, or the job, or the queue. */
  readonly name: string
  readonly counts: Map<string, number>
}
const running = new AsyncLocalStorage<Run>()
handledChannel.bindStore(running, (call) => ({ name: (call as Call).path, counts: new Map() }))
turnChannel.bindStore(running, (queue) => ({ name: `queue ${String(queue)}`, counts: new Map() }))

/** Watches work that is no call. */
export const watchRepeats = <Result>(name: string, work: () => Result): Result =>
  running.run({ name, counts: new Map() }, work)

/** A call or job does not send one statement for each row: it would take longer with each row that a store has. */
export function createRepeatedGuard(
  isAllowed: (file: string) => boolean = (file) => isExcepted(file, 'repeated'),
) {
  const problems = new Set<string>()
  return {
    see({ text, file }: Pick<SeenStatement, 'text' | 'file'>, run = running.getStore()): void {
      if (!run) return
      const times = (run.counts.get(text) ?? 0) + 1
      run.counts.set(text, times)
      if (times !== mostRepeats + 1) return
      const from = file() ?? 'an unknown file'
      if (isOfTests(from) || isAllowed(from)) return
      problems.add(`${from} sends a statement in a loop (${run.name}): ${shorten(text)}`)
    },
    problems: (): readonly string[] => [...problems],
  }
}
