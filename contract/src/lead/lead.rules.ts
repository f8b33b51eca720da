import { groupRoles } from '../kernel/call.ts'
import type { Rights } from '../kernel/call.ts'
import { dayStart, daySeconds, secondOfDay } from '../kernel/day.ts'

/** Pure rules of online leads, used by both sides (docs/product/lead.md). */

export const leadStatus = {
  /** 待清洗 */
  waiting: 1,
  /** 已完成: valid and assigned, or a repeat attached to its customer. */
  completed: 2,
  /** 已关闭 */
  closed: 3,
  /** 无效 */
  invalid: 4,
  /** 待分配: valid, without an owner. */
  unassigned: 5,
  /** 未接通 */
  unreachable: 12,
} as const

/** Result of cleaning; 0 for none yet. */
export const clearStatus = { none: 0, valid: 1, invalid: 2, unreachable: 3 } as const

/** Tabs of the page, `activityType` on the wire. */
export const leadTab = { waiting: 1, unassigned: 2, valid: 3, invalid: 4, unreachable: 5, all: 6 } as const

/** Types of the handling form. */
export const handling = { valid: 1, invalid: 2, unreachable: 3 } as const

/** Invalid because the prospect buys in another city. Requires that city, and is hidden unless the store takes part in the city pool. */
export const cityReason = 15
/** The reason that requires a remark. */
export const otherReason = 99

type Handler = Pick<Rights, 'role' | 'isAdmin' | 'modules' | 'flags'>

/** Whether a member handles all leads of the store. Others see the leads they own, or all if they see the whole store. */
export const worksLeads = (by: Handler): boolean =>
  (!groupRoles.includes(by.role) || by.flags.allowOnlineAssign) &&
  !by.flags.onlyReads &&
  (by.isAdmin || by.modules.includes('线索分配'))

/** Whether a member may assign valid leads. Not possible under automatic assignment. */
export const mayAssignLead = (by: Pick<Rights, 'flags'>): boolean =>
  !by.flags.isAutoClear && (by.flags.allowAssign || by.flags.allowOnlineAssign)

/** Text for a lead of an erased person, beside its form and in refusals. */
export const erasedLeadText = '该线索的个人信息已删除，请清洗为无效'

interface LeadState {
  readonly status: number
  readonly lacksMobile: boolean
  /** The person was erased: nothing is left to do but to clean it as invalid. */
  readonly isErased: boolean
}

/** Permissions for each action by the lead's state, used by both sides. Without one the lead is view-only. */
export const leadCan = {
  valid: ({ status, isErased }, by) =>
    worksLeads(by) &&
    !isErased &&
    [leadStatus.waiting, leadStatus.unreachable, leadStatus.invalid].some((one) => one === status),
  invalid: ({ status, lacksMobile, isErased }, by) =>
    worksLeads(by) &&
    ([leadStatus.waiting, leadStatus.unreachable].some((one) => one === status) ||
      // Assigned without a mobile, and the number leads to no one.
      (lacksMobile && status === leadStatus.completed) ||
      (isErased && status === leadStatus.unassigned)),
  noContact: ({ status, isErased }, by) =>
    worksLeads(by) && !isErased && [leadStatus.waiting, leadStatus.unreachable].some((one) => one === status),
  assign: ({ status, isErased }, by) =>
    status === leadStatus.unassigned && !isErased && worksLeads(by) && mayAssignLead(by),
  /** All who see an assigned lead without a mobile may complete it. */
  complete: ({ status, lacksMobile }, by) =>
    lacksMobile && status === leadStatus.completed && !by.flags.onlyReads,
} as const satisfies Record<string, (lead: LeadState, by: Handler) => boolean>
export type LeadAction = keyof typeof leadCan

/** Daily hours of a store, `HH:MM` in Asia/Shanghai (the sign setting). */
export interface WorkHours {
  readonly inTime: string
  readonly offTime: string
}

/** The store's hours and its limits for waiting leads. */
export interface LeadTimes extends WorkHours {
  /** Limits in working seconds for cleaning a lead and for calling its customer. */
  readonly clearWithin: number
  readonly followWithin: number
}

/** Seconds between two instants that lie within the store's daily hours. 0 if the second comes first. */
export function workingSeconds(from: number, to: number, { inTime, offTime }: WorkHours): number {
  const [low, high] = [secondOfDay(inTime), secondOfDay(offTime)]
  const length = Math.max(0, high - low)
  /** Working seconds from the start of the instant's day to the instant. */
  const intoDay = (at: number): number => Math.min(Math.max(at - dayStart(at) - low, 0), length)
  if (to <= from) return 0
  const days = (dayStart(to) - dayStart(from)) / daySeconds
  return days * length + intoDay(to) - intoDay(from)
}
