import { mayCall, type May, type Rights } from '../kernel/call.ts'
import { leadCan, leadStatus } from '../lead/lead.rules.ts'
import { readsLeads } from '../lead/lead.rights.ts'
import { readsOrders } from '../order/order.rights.ts'

/** Rules of 待决定, a leader's list of what the store waits for (docs/product/dashboard.md). */

/** Most rows listed of each kind. */
export const mostDecisions = 20

/** Parts of the list in their order. */
export const decisionParts = ['now', 'lead', 'review'] as const
export type DecisionPart = (typeof decisionParts)[number]

type Reader = Pick<Rights, 'role' | 'isAdmin' | 'modules' | 'flags'>

interface Kind {
  readonly part: DecisionPart
  /** The right to see the rows, besides the one to act on them. */
  readonly may: May
  readonly mayAct: (by: Reader) => boolean
}

const onFloor = { module: ['客户管理', '前台流量'] } as const
const lead = (status: number) => ({ status, lacksMobile: false, isErased: false })

/** Kinds of rows in their order within a part. */
export const decisions = {
  /** A customer in the showroom waits for a receiver. */
  arrival: { part: 'now', may: onFloor, mayAct: ({ flags }) => flags.allowFront },
  /** A test-drive car is out. */
  car: { part: 'now', may: onFloor, mayAct: ({ flags }) => flags.allowFront },
  /** A lead waits for cleaning longer than the store allows. */
  late: { part: 'lead', may: readsLeads, mayAct: (by) => leadCan.valid(lead(leadStatus.waiting), by) },
  /** A valid lead has no owner. */
  assign: { part: 'lead', may: readsLeads, mayAct: (by) => leadCan.assign(lead(leadStatus.unassigned), by) },
  /** A defeat request and an order wait for review. */
  defeat: { part: 'review', may: { module: '客户管理' }, mayAct: ({ flags }) => flags.allowFailVerify },
  order: { part: 'review', may: readsOrders, mayAct: ({ flags }) => flags.allowOrderVerify },
} as const satisfies Record<string, Kind>
export type DecisionKind = keyof typeof decisions
export const decisionKinds = Object.keys(decisions) as [DecisionKind, ...DecisionKind[]]

/** Whether the member sees rows of the kind. Who only reads sees them without an action. */
export const seesDecision = (kind: DecisionKind, by: Rights): boolean =>
  decisions[kind].mayAct(by) || mayCall(decisions[kind].may, by)
