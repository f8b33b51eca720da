import { z } from 'zod'
import { levels } from '../customer/level.rules.ts'
import { dealerId, Id, page } from '../kernel/wire.ts'

/** A member leaves and hands over customers, leads and subordinates. */

/** Hours in which a leave can be taken back. */
export const takeBackHours = 24

const counts = {
  customers: z.number(),
  /** Open tasks of those customers. */
  tasks: z.number(),
  leads: z.number(),
  /** Defeat requests that wait for review. */
  reviews: z.number(),
  /** Orders in progress. */
  orders: z.number(),
  subordinates: z.number(),
}
export const LeaveCounts = z.object(counts)
export type LeaveCounts = z.infer<typeof LeaveCounts>

export const MemberLeavePreview = z.object({ dealerId, memberId: Id })
/** A member who can take over, with the current workload. */
export const Successor = z.object({
  memberId: z.number(),
  userName: z.string(),
  allRoles: z.string(),
  /** Whether the member can own customers. */
  owns: z.boolean(),
  /** Active customers. */
  customers: z.number(),
  tasks: z.number(),
  /** Leads not followed up yet. */
  leads: z.number(),
  subordinates: z.number(),
})
export type Successor = z.infer<typeof Successor>
export const MemberLeavePreviewAnswer = z.object({
  memberId: z.number(),
  userName: z.string(),
  ...counts,
  levels: z.array(z.object({ level: z.string(), total: z.number() })),
  /** Counts by first intended series; 0 for none. */
  series: z.array(z.object({ seriesId: z.number(), name: z.string(), total: z.number() })),
  successors: z.array(Successor),
})
export type MemberLeavePreviewAnswer = z.infer<typeof MemberLeavePreviewAnswer>

const missingOwner = '请选择待分配成员'

export const MemberLeave = z
  .object({
    dealerId,
    memberId: Id,
    /** New owner of customers that no choice below covers. */
    newMemberId: z.number(missingOwner).int().min(1, missingOwner).max(Number.MAX_SAFE_INTEGER),
    /** New superior of the subordinates. */
    newTopUserId: z
      .number('请选择组织架构转移')
      .int()
      .min(1, '请选择组织架构转移')
      .max(Number.MAX_SAFE_INTEGER),
    /** Different owners for customers of a level. */
    byLevels: z
      .array(z.object({ level: z.enum(levels), memberId: Id }))
      .max(20)
      .default([]),
    /** Different owners for customers by first intended series (0: none). */
    bySeries: z
      .array(z.object({ seriesId: z.number().int().min(0), memberId: Id }))
      .max(200)
      .default([]),
  })
  .refine(({ byLevels, bySeries }) => byLevels.length === 0 || bySeries.length === 0, {
    path: ['byLevels'],
    message: '按级别与按车系只能选择一种',
  })
export type MemberLeave = z.output<typeof MemberLeave>
export const MemberLeaveAnswer = z.object({ leaveId: z.number(), ...counts })

export const MemberLeaves = z.object({ dealerId, ...page })
export const LeaveRow = z.object({
  leaveId: z.number(),
  createdAt: z.number(),
  memberId: z.number(),
  memberName: z.string(),
  /** Role and modules of the leaver, for the rules of rank; modules comma-joined. */
  role: z.number(),
  modules: z.string(),
  /** Name of the member who recorded the leave. */
  byName: z.string(),
  topName: z.string(),
  ...counts,
  /** Number of customers by new owner. */
  shares: z.array(z.object({ userName: z.string(), customers: z.number() })),
  /** End of the time to take it back; 0 once it is over. */
  backUntil: z.number(),
  /** The person works at the store again, so the leave cannot be taken back. */
  isBack: z.boolean(),
  /** When and by whom it was taken back, with the customers and subordinates returned; 0 otherwise. */
  backAt: z.number(),
  backBy: z.string(),
  backCustomers: z.number(),
  backSubordinates: z.number(),
})
export type LeaveRow = z.infer<typeof LeaveRow>

export const MemberLeaveBack = z.object({ dealerId, leaveId: Id })
export const MemberLeaveBackAnswer = z.object({
  /** Returned customers: those not changed since. */
  customers: z.number(),
  /**
   * Rows kept because they were changed since: customers with everything that belongs to them, and separate leads, subordinates and
   * visits.
   */
  kept: z.number(),
  subordinates: z.number(),
})
