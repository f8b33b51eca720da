import { QueryClient } from '@tanstack/react-query'
import { Unreachable } from '../api/client'

/**
 * A refusal is final and is not retried. A network failure is retried once, and again when the service is back
 * (recovery.ts). No query waits silently for a network: a page that cannot load shows an error.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
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
