import type { z } from 'zod'
import type { SchemaFormApi, SchemaFormOptions } from '../ui/form/types'
import { useSavedForm } from '../ui/form/useSavedForm'
import { invalidateDealer } from './setting.queries'

/** The form of a setting: saving refetches the store's settings. */
export const useSettingForm = <Values extends object, Schema extends z.ZodType, Answer>(
  options: SchemaFormOptions<Values, Schema, Answer> & { done?: string },
): SchemaFormApi<Values> => useSavedForm({ done: '保存成功', ...options, refetch: invalidateDealer })
