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
  /** What follows is told to who manages the team, and empty for everybody else. Modules are a comma list. */
  modules: z.string(),
  /** Ids of those whose superior the member is. */
  members: z.array(z.number()),
  /** Comma list of the ids of all below: whose records the member sees. */
  controlIds: z.string(),
  /** 'account/position' of the personnel system. */
  siebelId: z.string(),
  /** Masked. */
  userIdentifyNo: z.string(),
  /** When the member last used the product; 0 for never. */
  lastSeenAt: z.number(),
  /** When the member left; 0 while at work. */
  leftAt: z.number(),
  /** Bound to WeCom: told to who manages the team. */
  isWecomBound: z.boolean(),
  /** Of the record, for an edit. */
  rowVersion: z.number(),
})
export type Member = z.infer<typeof Member>

export const MemberOption = z.object({
  memberId: z.number(),
  userName: z.string(),
  /** Leads given to the member and not followed up yet: what automatic assignment counts. */
  clueCount: z.number(),
  /** Customers that the member has something to do for, where the load was asked for; else 0. */
  customerCount: z.number(),
})
export type MemberOption = z.infer<typeof MemberOption>

export const CustomSource = z.object({ id: z.number(), name: z.string() })

export const MemberList = z.object({
  dealerId,
  /** Those who left, too; only for who manages the team. */
  withLeft: z.boolean().default(false),
})
export const AssignMembers = z.object({
  dealerId,
  /** Every member of the dealer, the caller too, instead of the caller's own line without the caller. */
  isAll: z.union([z.boolean(), z.number()]).default(0),
  /** Who should be given the next lead first, instead of the usual order of names. */
  byLeads: z.union([z.boolean(), z.number()]).default(0),
  /** How many customers each follows, for who hands some over. */
  withLoad: z.union([z.boolean(), z.number()]).default(0),
})
