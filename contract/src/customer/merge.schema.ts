import { z } from 'zod'
import { dealerId, Id, OptionalId } from '../kernel/wire.ts'
import { Mobile } from '../kernel/mobile.ts'
import { levels } from './level.rules.ts'

/** Merging two files of one customer. */

/** Asks which file has a number; `customerId` is the file being edited. */
export const CheckExist = z.object({ dealerId, phone: Mobile('请输入手机号'), customerId: OptionalId })

/** A file in the comparison, with counts of the rows that a merge would move. */
export const MergeInfo = z.object({
  id: z.number(),
  name: z.string(),
  /** Masked. */
  phone: z.string(),
  /** Further numbers, masked and separated by spaces. */
  secondPhone: z.string(),
  updatedAt: z.number(),
  createdAt: z.number(),
  ownerId: z.number(),
  ownerName: z.string(),
  level: z.enum(levels),
  isSuspend: z.boolean(),
  /** A defeat request waits for review; until then the file cannot be merged. */
  waitingFailReview: z.boolean(),
  /** The next planned activity, or null. */
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
  /** The customer's file was already merged into another, so there is nothing to merge. */
  isMerged: z.boolean(),
  /** The other customer's file; null if there is none to merge. */
  customer: MergeInfo.nullable(),
  /** The edited customer's file. */
  self: MergeInfo.nullable(),
  /** No file has the number, and it waits in the store's WeCom pool: the file that saves it will claim the contact. */
  weixinClueExisted: z.boolean(),
})

const mergeFields = z.object({
  dealerId,
  masterCustomerId: Id,
  slaveCustomerId: Id,
  /** Remaining owner if both files are followed, one of the two; 0 for the master's. */
  ownerId: OptionalId,
  /** Remaining planned activity, one of the two; 0 for the master's or the only one. */
  activityId: OptionalId,
})
/** Merges the slave's file into the master's. `ownerId` and `activityId` are ignored if only one of the two is followed. */
export const Merge = mergeFields.refine(
  (value: Partial<z.output<typeof mergeFields>>) => value.masterCustomerId !== value.slaveCustomerId,
  { path: ['slaveCustomerId'], message: '不能与自身合并' },
)
export type Merge = z.output<typeof Merge>

/** The slave's numbers, masked, that were added to the master's second phone. */
export const MergeAnswer = z.object({ keptNumbers: z.array(z.string()) })
