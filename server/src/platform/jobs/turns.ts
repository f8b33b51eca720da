import { Refusal } from '../refusal.ts'

/** Limits parallel work of one kind in a process. Further callers wait; if too many wait, they are refused. */
export interface Turns {
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

/** `Retry-After` of a refusal, in seconds. */
const comeAgain = 2

/** Runs at most `most` at once. Rejects with TOO_MANY once `waiting` callers are queued; unlimited by default. */
export function createTurns(most: number, waiting = Infinity): Turns {
  let running = 0
  const queue: (() => void)[] = []
  return {
    async run(work) {
      if (running < most) running += 1
      else if (queue.length >= waiting) throw new Refusal('TOO_MANY', { retryAfter: comeAgain })
      else await new Promise<void>((turn) => queue.push(turn))
      try {
        return await work()
      } finally {
        const next = queue.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
