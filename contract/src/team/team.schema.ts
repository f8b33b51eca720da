import { z } from 'zod'
import { dealerId } from '../kernel/wire.ts'

/** Members and custom sources, as all rooms see them. */

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
  /** The following fields are set only for members who manage the team, otherwise empty. Modules are comma-joined. */
  modules: z.string(),
  /** Ids of direct subordinates. */
  members: z.array(z.number()),
  /** Ids of all members below, comma-joined: the member sees their records. */
  controlIds: z.string(),
  /** 'account/position' of the personnel system. */
  siebelId: z.string(),
  /** Masked. */
  userIdentifyNo: z.string(),
  /** Last use of the product; 0 for never. */
  lastSeenAt: z.number(),
  /** When the member left; 0 while active. */
  leftAt: z.number(),
  /** Bound to WeCom. Set only for members who manage the team. */
  isWecomBound: z.boolean(),
  /** Has an authenticator. Set only for members who manage the team. */
  isEnrolled: z.boolean(),
  /** Row version for an edit. */
  rowVersion: z.number(),
})
export type Member = z.infer<typeof Member>

export const MemberOption = z.object({
  memberId: z.number(),
  userName: z.string(),
  /** Leads assigned to the member and not followed up yet, which automatic assignment counts. */
  clueCount: z.number(),
  /** Customers with open tasks of the member, if the load was requested; otherwise 0. */
  customerCount: z.number(),
})
export type MemberOption = z.infer<typeof MemberOption>

export const CustomSource = z.object({ id: z.number(), name: z.string() })

export const MemberList = z.object({
  dealerId,
  /** Includes former members; only for members who manage the team. */
  withLeft: z.boolean().default(false),
})
export const AssignMembers = z.object({
  dealerId,
  /** Returns every member of the dealer including the caller, instead of the caller's line without the caller. */
  isAll: z.union([z.boolean(), z.number()]).default(0),
  /** Sorts by the order of the next leads instead of by name. */
  byLeads: z.union([z.boolean(), z.number()]).default(0),
  /** Counts how many customers each member follows, for a handover. */
  withLoad: z.union([z.boolean(), z.number()]).default(0),
})
