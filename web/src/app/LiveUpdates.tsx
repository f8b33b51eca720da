import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { openLive } from '../api/live'
import { showsAny } from '../api/query'
import { createRounds } from './rounds'

/** Keeps the page current while colleagues work: refetches queries that show a changed topic. */
export function LiveUpdates() {
  const queries = useQueryClient()
  useEffect(() => {
    const rounds = createRounds((topics) =>
      queries.invalidateQueries({ predicate: ({ queryKey }) => showsAny(queryKey, topics) }),
    )
    const close = openLive(rounds)
    return () => {
      close()
      rounds.stop()
    }
  }, [queries])
  return null
}
