import { mine } from '@showroom/contract/view/view.api'
import type { Views } from '@showroom/contract/view/view.schema'
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { queryOf } from '../api/query'
import { failureText } from '../ui/failure'
import { useMessage } from '../ui/useMessage'

/** Sends changes one after another, so that the last one wins. */
// source-disable-next-line roomState -- an order of requests, without data
let sending: Promise<unknown> = Promise.resolve()
export function sendInTurn<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  const sent = sending.then(send)
  sending = sent.catch(() => undefined)
  return sent
}

/** All views visible to the member, and the member's list settings. */
export const viewsQuery = () =>
  queryOptions<Views>({
    // A read between several changes would return values that the later ones are about to change.
    ...queryOf(mine, {}, () => sending),
    staleTime: 60_000,
  })

/**
 * For a list's route: loads the columns and the first filter before the page. If it fails, the list uses its
 * defaults.
 */
export async function loadViews(queries: QueryClient): Promise<void> {
  await queries.query({ ...viewsQuery(), staleTime: 'static' }).catch(() => undefined)
}

/**
 * Applies a change of views or settings to the cache at once, and saves it. On failure it shows an error and
 * refetches.
 */
export function useViewChange() {
  const queries = useQueryClient()
  const message = useMessage()
  const { queryKey } = viewsQuery()
  return (change: (views: Views) => Views, send: () => Promise<unknown>): void => {
    void queries.cancelQueries({ queryKey })
    queries.setQueryData<Views>(queryKey, (views) => views && change(views))
    sendInTurn(send).catch((error: unknown) => {
      message.error(failureText(error))
      void queries.invalidateQueries({ queryKey })
    })
  }
}
