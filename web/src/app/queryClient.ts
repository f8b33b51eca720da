import { MutationCache, QueryClient } from '@tanstack/react-query'
import { Unreachable } from '../api/client'
import { failureText } from '../ui/failure'
import { notice } from '../ui/notice'

/**
 * A refusal is final and is not retried. A network failure is retried once, and again when the service is back
 * (recovery.ts). No query waits silently for a network: a page that cannot load shows an error. A failed mutation is shown as a notice,
 * unless it has `onError`, or `meta.isShown` because its component shows the failure.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { options: { onError, meta } }) => {
        if (!onError && !meta?.isShown) notice.error(failureText(error))
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        networkMode: 'always',
        retry: (failures, error) => error instanceof Unreachable && failures < 1,
        retryDelay: 800,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
