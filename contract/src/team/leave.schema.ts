import { z } from 'zod'
import { levels } from '../customer/customer.rules.ts'
import { dealerId, Id, page } from '../kernel/wire.ts'

/** Who leaves, and what becomes of what was theirs. */

/** How long a leave can be taken back. */
export const takeBackHours = 24

const counts = {
  customers: z.number(),
  /** Open ones, of those customers. */
  tasks: z.number(),
  leads: z.number(),
  /** Requests to give customers up that wait for a review. */
  reviews: z.number(),
  /** Orders under way. */
  orders: z.number(),
  subordinates: z.number(),
}
export const LeaveCounts = z.object(counts)
export type LeaveCounts = z.infer<typeof LeaveCounts>

export const MemberLeavePreview = z.object({ dealerId, memberId: Id })
/** Who can take over, and how much they have already. */
export const Successor = z.object({
  memberId: z.number(),
  userName: z.string(),
  allRoles: z.string(),
  /** Can own customers. */
  owns: z.boolean(),
  /** Customers under way. */
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
  /** By the first intended series; 0 where there is none. */
  series: z.array(z.object({ seriesId: z.number(), name: z.string(), total: z.number() })),
  successors: z.array(Successor),
})
export type MemberLeavePreviewAnswer = z.infer<typeof MemberLeavePreviewAnswer>

const missingOwner = '请选择待分配成员'

export const MemberLeave = z
  .object({
    dealerId,
    memberId: Id,
    /** Who takes over the customers that no choice below names. */
    newMemberId: z.number(missingOwner).int().min(1, missingOwner).max(Number.MAX_SAFE_INTEGER),
    /** Who takes over the subordinates. */
    newTopUserId: z
      .number('请选择组织架构转移')
      .int()
      .min(1, '请选择组织架构转移')
      .max(Number.MAX_SAFE_INTEGER),
    /** Customers of a level go to somebody else. */
    byLevels: z
      .array(z.object({ level: z.enum(levels), memberId: Id }))
      .max(20)
      .default([]),
    /** Customers of a first intended series (0: of none) go to somebody else. */
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
  /** The member's, for the rule of rank; modules as a comma list. */
  role: z.number(),
  modules: z.string(),
  /** Who did it. */
  byName: z.string(),
  topName: z.string(),
  ...counts,
  /** Who took over how many customers. */
  shares: z.array(z.object({ userName: z.string(), customers: z.number() })),
  /** Until when it can be taken back; 0 when not any more. */
  backUntil: z.number(),
  /** When it was taken back, by whom, and how many customers and subordinates came back; 0 where it was not. */
  backAt: z.number(),
  backBy: z.string(),
  backCustomers: z.number(),
  backSubordinates: z.number(),
})
export type LeaveRow = z.infer<typeof LeaveRow>

export const MemberLeaveBack = z.object({ dealerId, leaveId: Id })
export const MemberLeaveBackAnswer = z.object({
  /** Customers that came back: those nobody touched since. */
  customers: z.number(),
  /** What stays, because somebody changed it: customers with all that hangs on them, and leads, subordinates and visits of their own. */
  kept: z.number(),
  subordinates: z.number(),
})
