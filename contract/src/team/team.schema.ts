import { z } from 'zod'
import { dealerId } from '../kernel/wire.ts'

/** Members and custom sources, as far as pickers need them. */

export const Member = z.object({
  memberId: z.number(),
  userName: z.string(),
  /** Masked. */
  mobile: z.string(),
  role: z.number(),
  allRoles: z.string(),
  /** 0 normal, -1 frozen. */
  status: z.number(),
  userIsActive: z.boolean(),
  /** The superior's memberId, 0 for none. */
  manager: z.number(),
  createdAt: z.number(),
})
export type Member = z.infer<typeof Member>

export const MemberOption = z.object({
  memberId: z.number(),
  userName: z.string(),
  /** Leads given to the member and not followed up yet: what automatic assignment counts. */
  clueCount: z.number(),
})
export type MemberOption = z.infer<typeof MemberOption>

export const CustomSource = z.object({ id: z.number(), name: z.string() })

export const Empty = z.object({ dealerId })
export const AssignMembers = z.object({
  dealerId,
  /** Every member of the dealer, the caller too, instead of the caller's own line without the caller. */
  isAll: z.union([z.boolean(), z.number()]).default(0),
  /** Who should be given the next lead first, instead of the usual order of names. */
  byLeads: z.union([z.boolean(), z.number()]).default(0),
})
