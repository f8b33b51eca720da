import { QueryClient } from '@tanstack/react-query'
import { Unreachable } from '../api/client'

/**
 * A refusal is an answer and is not asked for again; a network that failed is tried once more, and again when it is back (recovery.ts).
 * Nothing waits silently for a network: a page that cannot be read says so.
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
