import { QueryClient } from '@tanstack/react-query'
import { Unreachable } from '../api/client'

/** A refusal is an answer and is not asked for again; a network that failed is tried once more. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => error instanceof Unreachable && failures < 1,
        retryDelay: 800,
      },
      mutations: { retry: false },
    },
  })
