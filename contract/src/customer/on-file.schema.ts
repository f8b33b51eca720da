import { z } from 'zod'
import { Mobile } from '../kernel/mobile.ts'
import { dealerId } from '../kernel/wire.ts'
import { nextActions } from './level.rules.ts'

/** Asks which customer already has the number of a new file. */
export const OnFile = z.object({ dealerId, phone: Mobile('请输入手机号') })

export const OnFileAnswer = z.object({
  /** The store's customer with the number, or null. */
  customer: z
    .object({
      ownerName: z.string(),
      /** 0 if the member does not see the file: then only the owner's name is set. */
      customerId: z.number(),
      name: z.string(),
      level: z.string(),
      /** The first possible next step, or empty. */
      next: z.enum([...nextActions, '']),
    })
    .nullable(),
})
export type OnFileAnswer = z.infer<typeof OnFileAnswer>
