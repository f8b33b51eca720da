import { list, preview } from '@showroom/contract/sms/sms.api'
import { keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { keyOf, queryOf } from '../api/query'

export const templatesQuery = () => queryOf(list, {})

/** The text as a customer reads it; the shown one stays until the next has loaded. */
export const previewQuery = (content: string, customerId: number) => {
  const query = queryOf(preview, { content, customerId })
  return { ...query, placeholderData: keepPreviousData, retry: false } as typeof query
}

export const invalidateTemplates = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: keyOf(list) })
