import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { useMessage } from '../useMessage'
import type { SchemaFormApi, SchemaFormOptions } from './types'
import { useSchemaForm } from './useSchemaForm'

interface Saved<Answer> {
  /** The message after saving. */
  done: string | ((answer: Answer) => string)
  /** Refetches the queries that show what was saved. */
  refetch: (queries: QueryClient) => unknown
}

/** A form of which saving shows a message and refetches queries. */
export function useSavedForm<Values extends object, Schema extends z.ZodType, Answer>({
  done,
  refetch,
  ...options
}: SchemaFormOptions<Values, Schema, Answer> & Saved<Answer>): SchemaFormApi<Values> {
  const queries = useQueryClient()
  const message = useMessage()
  return useSchemaForm<Values, Schema, Answer>({
    ...options,
    onDone: (answer) => {
      message.success(typeof done === 'string' ? done : done(answer))
      void refetch(queries)
      options.onDone?.(answer)
    },
  })
}
