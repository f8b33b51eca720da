import { useEffect, useState } from 'react'

interface Outcome<Result> {
  readonly result?: Result
  readonly error?: unknown
}

/** Runs a task when the component mounts, and again on demand. `task` must stay the same while it is to run once. */
export function useTask<Result>(
  task: () => Promise<Result>,
): Outcome<Result> & { isRunning: boolean; again: () => void } {
  const [outcome, setOutcome] = useState<Outcome<Result>>()
  const [runs, setRuns] = useState(0)
  useEffect(() => {
    let isWanted = true
    const keep = (ended: Outcome<Result>): void => {
      if (isWanted) setOutcome(ended)
    }
    task().then(
      (result) => keep({ result }),
      (error: unknown) => keep({ error }),
    )
    return () => {
      isWanted = false
    }
  }, [task, runs])
  return {
    ...outcome,
    isRunning: outcome === undefined,
    again() {
      setOutcome(undefined)
      setRuns((count) => count + 1)
    },
  }
}
