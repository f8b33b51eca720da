import { notifyManager, type Query, type QueryCache, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { failureText } from './failure'
import { saidStore } from './said'
import './failed-reads.css'

/** What is on the page could not be read, and no part of the page says so. */
const isUnsaid = (query: Query): boolean =>
  query.state.status === 'error' && query.isActive() && !saidStore.has(query.state.error)

/** The text for all that failed; that some rows are those of before matters more than that others never came. '' while nothing failed. */
function textOf(cache: QueryCache): string {
  const failed = cache.findAll({ predicate: isUnsaid })
  const [first] = failed
  if (!first) return ''
  const isStale = failed.some(({ state }) => state.data !== undefined)
  const text = isStale ? '刷新失败，显示的是之前的数据' : '部分内容没有加载出来'
  return `${text}：${failureText(first.state.error)}`
}

const isAsking = (cache: QueryCache): boolean =>
  cache.findAll({ predicate: isUnsaid, fetchStatus: 'fetching' }).length > 0

/**
 * The one line for reads that failed: every query of the page and of what is open over it, without their doing anything for it. It stands
 * over the page and moves no row. A part that shows its error itself (ErrorState, or by `useSaidHere`) is left out.
 */
export function FailedReads() {
  const queries = useQueryClient()
  const cache = queries.getQueryCache()
  const subscribe = useCallback(
    (changed: () => void) => {
      const ends = [cache.subscribe(notifyManager.batchCalls(changed)), saidStore.subscribe(changed)]
      return () => {
        for (const end of ends) end()
      }
    },
    [cache],
  )
  const text = useSyncExternalStore(subscribe, () => textOf(cache))
  const isBusy = useSyncExternalStore(subscribe, () => isAsking(cache))
  return (
    <div className="sr-failed" role="status">
      {text && (
        <p className="sr-failed-line">
          <span className="sr-failed-mark" aria-hidden>
            !
          </span>
          <span>{text}</span>
          <button
            type="button"
            className="sr-failed-again"
            aria-disabled={isBusy}
            onClick={() => void queries.refetchQueries({ predicate: isUnsaid }, { cancelRefetch: false })}
          >
            {isBusy ? '重试中…' : '重试'}
          </button>
        </p>
      )}
    </div>
  )
}
