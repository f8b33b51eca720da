import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { openLive } from '../api/live'
import { showsAny } from '../api/query'

/** At most one round a second of reading again; a hint that comes to all pages at once is not answered by all at once. */
const roundMs = 1_000
const scatterMs = 250

/** Keeps what the page shows current while colleagues work: queries that show a changed topic are asked again. */
export function LiveUpdates() {
  const queries = useQueryClient()
  useEffect(() => {
    const rounds = createRounds(queries)
    const close = openLive(rounds)
    return () => {
      close()
      rounds.stop()
    }
  }, [queries])
  return null
}

function createRounds(queries: QueryClient) {
  const due = new Set<string>()
  let isAllDue = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let ranAt = 0

  function run(): void {
    timer = undefined
    ranAt = Date.now()
    const topics = isAllDue ? undefined : new Set(due)
    due.clear()
    isAllDue = false
    void queries.invalidateQueries({ predicate: ({ queryKey }) => showsAny(queryKey, topics) })
  }

  const plan = (): void => {
    timer ??= setTimeout(run, Math.max(ranAt + roundMs - Date.now(), Math.random() * scatterMs))
  }
  return {
    told(topics: readonly string[]) {
      for (const topic of topics) due.add(topic)
      plan()
    },
    missed() {
      isAllDue = true
      plan()
    },
    stop: () => clearTimeout(timer),
  }
}
