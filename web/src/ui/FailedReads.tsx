import { notifyManager, type Query, type QueryCache, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { connection, giveUpSaves, probe } from '../api/connection'
import { seenText } from '../api/device'
import { failureText } from './failure'
import { shownErrors } from './shownErrors'
import './lines.css'

/** Whether an active query failed and no part of the page shows its error. */
const isUnsaid = (query: Query): boolean =>
  query.state.status === 'error' && query.isActive() && !shownErrors.has(query.state.error)

/**
 * The text for all failed queries, '' if none failed. Outdated rows on screen are the graver case, so their text wins
 * over missing content.
 */
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

/** Texts shown while the page, or a save, waits for the network. */
export const connectionTexts = {
  lost: '网络已断开，恢复后自动继续',
  saving: '网络已断开，恢复后自动提交',
} as const

/** The state of the connection, as a mutation or a part of the page waits for it. */
export const useConnection = () => useSyncExternalStore(connection.subscribe, connection.read)

/**
 * One line for a lost network, or for every failed query of the page and of dialogs over it; they need no code for it.
 * The line floats over the page, so no row moves. Errors that a part shows itself (ErrorState or `useShownHere`) are left
 * out.
 */
export function FailedReads() {
  const queries = useQueryClient()
  const cache = queries.getQueryCache()
  const subscribe = useCallback(
    (changed: () => void) => {
      const ends = [cache.subscribe(notifyManager.batchCalls(changed)), shownErrors.subscribe(changed)]
      return () => {
        for (const end of ends) end()
      }
    },
    [cache],
  )
  const state = useConnection()
  const unsaid = useSyncExternalStore(subscribe, () => textOf(cache))
  const isAnyBusy = useSyncExternalStore(subscribe, () => isAsking(cache))
  const isUp = state === 'up'
  const age = useSyncExternalStore(seenText.subscribe, seenText.read)
  const text = isUp ? unsaid : (state === 'lost' && age) || connectionTexts[state]
  const isBusy = isUp && isAnyBusy
  const retry = (): void =>
    void (isUp ? queries.refetchQueries({ predicate: isUnsaid }, { cancelRefetch: false }) : probe())
  return (
    <div role="status">
      {text && (
        <p className="sr-line">
          <span className="sr-line-mark" aria-hidden>
            !
          </span>
          <span>{text}</span>
          <button type="button" className="sr-line-again" aria-disabled={isBusy} onClick={retry}>
            {isBusy ? '重试中…' : '重试'}
          </button>
          {state === 'saving' && (
            <button type="button" className="sr-line-again" onClick={giveUpSaves}>
              停止等待
            </button>
          )}
        </p>
      )}
    </div>
  )
}
