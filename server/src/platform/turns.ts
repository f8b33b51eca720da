import { Refusal } from './refusal.ts'

/** So many pieces of a kind of work at once in a process; who comes later waits, and where too many wait already is told to come again. */
export interface Turns {
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

/** Seconds after which somebody who was sent away may come again. */
const comeAgain = 2

/** Refused with TOO_MANY is who comes while `waiting` others wait; nobody, where no number is given. */
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
