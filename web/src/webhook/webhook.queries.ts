import { attempts, list, log } from '@showroom/contract/webhook/webhook.api'
import type { Log } from '@showroom/contract/webhook/webhook.schema'
import { keepPreviousData, type QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { keyOf, queryOf } from '../api/query'

/** Polling interval: outcomes arrive some seconds after the message. */
const lookMs = 3_000

export const endpointsQuery = () => {
  const query = queryOf(list, {})
  return { ...query, refetchInterval: 10 * lookMs } as typeof query
}

export type LogRequest = Omit<z.input<typeof Log>, 'dealerId'>

export const logQuery = (request: LogRequest) => {
  const query = queryOf(log, request)
  return { ...query, placeholderData: keepPreviousData, refetchInterval: lookMs } as typeof query
}

export const attemptsQuery = (endpointId: number, id: number) => {
  const query = queryOf(attempts, { endpointId, id })
  return { ...query, refetchInterval: lookMs } as typeof query
}

export const invalidateWebhooks = async (queries: QueryClient): Promise<void> => {
  await Promise.all([list, log, attempts].map((call) => queries.invalidateQueries({ queryKey: keyOf(call) })))
}
