import type { Query, QueryClient } from '@tanstack/react-query'
import { watchConnection, whenBack } from '../api/connection'
import { isUnreachable } from '../ui/failure'

interface Pages {
  /** Whether a page failed to open. */
  hasFailed(): boolean
  /** Opens it again. */
  openAgain(): void
}

/** Refetches failed queries when the service is back. */
export function watchRecovery(queries: QueryClient, pages: Pages): void {
  const unread = { type: 'active', predicate: ({ state }: Query) => isUnreachable(state.error) } as const
  let isWaiting = false
  const recover = async (): Promise<void> => {
    isWaiting = true
    await whenBack(false)
    isWaiting = false
    void queries.refetchQueries(unread)
    if (pages.hasFailed()) pages.openAgain()
  }
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (!isWaiting && type === 'updated' && isUnreachable(query.state.error)) void recover()
  })
  watchConnection()
}
