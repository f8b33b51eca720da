import type { Query, QueryClient } from '@tanstack/react-query'
import { noteRelease } from '../api/release'
import { isUnreachable } from '../ui/failure'

/** Delay of the first check whether the service is back; each further one doubles it, up to the last. */
const firstMs = 2_000
const lastMs = 15_000

interface Pages {
  /** Whether a page failed to open. */
  hasFailed(): boolean
  /** Opens it again. */
  openAgain(): void
}

/**
 * Refetches failed queries when the service is back. Meanwhile it sends one small request now and then, however many
 * lists wait.
 */
export function watchRecovery(queries: QueryClient, pages: Pages): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitMs = firstMs
  const unread = { type: 'active', predicate: ({ state }: Query) => isUnreachable(state.error) } as const

  const look = async (): Promise<void> => {
    timer = undefined
    if (queries.getQueryCache().findAll(unread).length === 0 && !pages.hasFailed()) return
    if (!document.hidden && (await isBack())) {
      void queries.refetchQueries(unread)
      if (pages.hasFailed()) pages.openAgain()
    }
    waitMs = Math.min(waitMs * 2, lastMs)
    plan()
  }
  const plan = (): void => {
    // Spreads the checks of a store's pages.
    timer ??= setTimeout(() => void look(), waitMs * (0.75 + Math.random() / 2))
  }

  queries.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated') return
    if (isUnreachable(query.state.error)) plan()
    else if (query.state.status === 'success') waitMs = firstMs
  })
  const lookNow = (): void => {
    if (document.hidden || timer === undefined) return
    clearTimeout(timer)
    void look()
  }
  // source-disable-next-line endlessListener -- for as long as the page
  document.addEventListener('visibilitychange', lookNow)
  // source-disable-next-line endlessListener -- for as long as the page
  addEventListener('online', lookNow)
}

/** Whether the service answers; takes note of its release. */
export async function isBack(): Promise<boolean> {
  try {
    const { ok, headers } = await fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(5_000) })
    noteRelease(headers)
    return ok
  } catch {
    return false
  }
}
