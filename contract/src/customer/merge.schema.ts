import { z } from 'zod'
import { dealerId, Id, OptionalId } from '../kernel/wire.ts'
import { Mobile } from '../kernel/mobile.ts'
import { levels } from './customer.rules.ts'

/** Two files of one customer. */

/** Who holds a number; `customerId` is the file that is being edited. */
export const CheckExist = z.object({ dealerId, phone: Mobile('请输入手机号'), customerId: OptionalId })

/** A file in the comparison, and what a merge would move from it. */
export const MergeInfo = z.object({
  id: z.number(),
  name: z.string(),
  /** Masked. */
  phone: z.string(),
  /** Further numbers, masked, with spaces between them. */
  secondPhone: z.string(),
  updatedAt: z.number(),
  createdAt: z.number(),
  ownerId: z.number(),
  ownerName: z.string(),
  level: z.enum(levels),
  isSuspend: z.boolean(),
  /** A request to give the customer up waits for its review: until then the file cannot be merged. */
  waitingFailReview: z.boolean(),
  /** What is planned next; null for nothing. */
  plan: z.object({ activityId: z.number(), type: z.number(), activityDate: z.number() }).nullable(),
  timelineTotal: z.number(),
  dealTotal: z.number(),
  orderTotal: z.number(),
  leadTotal: z.number(),
})
export type MergeInfo = z.infer<typeof MergeInfo>

export const CheckExistAnswer = z.object({
  /** Another customer of the store has the number. */
  isExisted: z.boolean(),
  /** That customer's file was merged into another already: nothing is left to merge. */
  isMerged: z.boolean(),
  /** The other's file; null when there is none to merge. */
  customer: MergeInfo.nullable(),
  /** The edited customer's own. */
  self: MergeInfo.nullable(),
  /** Nobody has the number, and it waits in the store's WeCom pool: the file that takes it claims the contact. Asked before that is saved. */
  weixinClueExisted: z.boolean(),
})

const mergeFields = z.object({
  dealerId,
  masterCustomerId: Id,
  slaveCustomerId: Id,
  /** Of two files that are both followed: the owner who stays, one of theirs. 0: the master's. */
  ownerId: OptionalId,
  /** And the planned activity that stays, one of theirs. 0: the master's, or the only one there is. */
  activityId: OptionalId,
})
/** The slave's file goes into the master's. Where only one of the two is followed, `ownerId` and `activityId` change nothing. */
export const Merge = mergeFields.refine(
  (value: Partial<z.output<typeof mergeFields>>) => value.masterCustomerId !== value.slaveCustomerId,
  { path: ['slaveCustomerId'], message: '不能与自身合并' },
)
export type Merge = z.output<typeof Merge>

/** The slave's numbers, masked, that the master's second field took in: none is lost. */
export const MergeAnswer = z.object({ keptNumbers: z.array(z.string()) })
