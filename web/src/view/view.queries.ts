import { mine } from '@showroom/contract/view/view.api'
import type { Views } from '@showroom/contract/view/view.schema'
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../api/client'
import { keyOf } from '../api/query'
import { failureText } from '../ui/failure'
import { useMessage } from '../ui/useMessage'

/** Changes are sent one after the other: the last one stays. */
let sending: Promise<unknown> = Promise.resolve()
export function sendInTurn<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  const sent = sending.then(send)
  sending = sent.catch(() => undefined)
  return sent
}

/** All views that one sees, and how one has the lists. */
export const viewsQuery = () =>
  queryOptions<Views>({
    queryKey: keyOf(mine),
    queryFn: async ({ signal }) => {
      // Read in the middle of several changes, it would show again what the later ones are about to change.
      await sending
      return callApi(mine, {}, { signal })
    },
    staleTime: 60_000,
  })

/** For a list's route: what decides its columns and its first filter is there before the page. A list without it is the usual one. */
export async function loadViews(queries: QueryClient): Promise<void> {
  await queries.query({ ...viewsQuery(), staleTime: 'static' }).catch(() => undefined)
}

/** Shows a change of views or settings at once, and keeps it. What could not be kept is told, and read again as it is. */
export function useViewChange() {
  const queries = useQueryClient()
  const message = useMessage()
  const { queryKey } = viewsQuery()
  return (shown: (views: Views) => Views, send: () => Promise<unknown>): void => {
    void queries.cancelQueries({ queryKey })
    queries.setQueryData<Views>(queryKey, (views) => views && shown(views))
    sendInTurn(send).catch((error: unknown) => {
      message.error(failureText(error))
      void queries.invalidateQueries({ queryKey })
    })
  }
}
