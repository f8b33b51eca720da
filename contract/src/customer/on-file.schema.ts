import { z } from 'zod'
import { Mobile } from '../kernel/mobile.ts'
import { dealerId } from '../kernel/wire.ts'

/** Whose a number is that somebody wants to open a new file with. */
export const OnFile = z.object({ dealerId, phone: Mobile('请输入手机号') })

/** What goes on with a file, where its state allows it. */
export const wayOn = ['follow', 'repurchase', 'revive', 'resume'] as const
export type WayOn = (typeof wayOn)[number]

export const OnFileAnswer = z.object({
  /** The store's customer who has the number; null for none. */
  customer: z
    .object({
      ownerName: z.string(),
      /** 0 for a file that the member does not see: then nothing but the owner's name is told. */
      customerId: z.number(),
      name: z.string(),
      level: z.string(),
      /** The first that is possible; empty for none. */
      next: z.enum([...wayOn, '']),
    })
    .nullable(),
})
export type OnFileAnswer = z.infer<typeof OnFileAnswer>
