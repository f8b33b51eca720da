import type { z } from 'zod'
import { showsNumber } from './mask.ts'

/**
 * Refuses a mobile or identity number in a code that every member of the store may see. Apart from the other fields, because the sign-in
 * page would load the patterns of numbers with them.
 */
export const withoutNumber = <Schema extends z.ZodType>(schema: Schema): Schema =>
  schema.refine((value) => typeof value !== 'string' || !showsNumber(value), '不能填写手机号或证件号')
