import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { SchemaFormApi, SchemaFormOptions } from '../ui/form/types'
import { useSchemaForm } from '../ui/form/useSchemaForm'
import { useMessage } from '../ui/useMessage'
import { invalidateDealer } from './setting.queries'

type Options<Values extends object, Schema extends z.ZodType, Answer> = SchemaFormOptions<
  Values,
  Schema,
  Answer
> & { done?: string }

/** The form of a setting: saving refetches the store's settings. */
export function useSettingForm<Values extends object, Schema extends z.ZodType, Answer>({
  done = '保存成功',
  ...options
}: Options<Values, Schema, Answer>): SchemaFormApi<Values> {
  const queries = useQueryClient()
  const message = useMessage()
  return useSchemaForm<Values, Schema, Answer>({
    ...options,
    onDone: (answer) => {
      message.success(done)
      void invalidateDealer(queries)
      options.onDone?.(answer)
    },
  })
}
