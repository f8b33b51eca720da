import { type OrderAction, orderStatus as status } from './order.rules.ts'

/** The next step of an order: its action, its actor, and the steps that follow. */

export type NextActor = 'owner' | 'reviewer' | 'maker'

export interface NextStep {
  readonly text: string
  readonly actor: NextActor
  /** The action of a member; the maker's steps are reported by its system. */
  readonly action?: OrderAction
  readonly after: readonly string[]
}

/** The usual way of an order. The maker reports 配车 and the delivery; between them the car is on its way, then at the store. */
const way = ['提交审批', '管理层审核', '厂家配车', '在途', '到店', '交车'] as const

/** A step, followed by the way after this part of it. */
const step = (
  text: string,
  actor: NextActor,
  until: (typeof way)[number],
  action?: OrderAction,
): NextStep => ({
  text,
  actor,
  ...(action && { action }),
  after: way.slice(way.indexOf(until) + 1),
})

const steps: Readonly<Record<number, NextStep>> = {
  [status.waitingSubmit]: step('提交审批', 'owner', '提交审批', 'submit'),
  [status.rejected]: step('修改后重新提交', 'owner', '提交审批', 'edit'),
  [status.submitted]: step('审核', 'reviewer', '管理层审核', 'review'),
  [status.approved]: step('接单、配车', 'maker', '厂家配车'),
  [status.pendingAcceptance]: step('接单、配车', 'maker', '厂家配车'),
  [status.accepted]: step('配车', 'maker', '厂家配车'),
  [status.partEquipped]: step('配齐其余车辆', 'maker', '厂家配车'),
  [status.equipped]: step('车辆到店后交车', 'owner', '交车', 'deliver'),
  [status.delivered]: step('登记交车', 'owner', '交车', 'deliver'),
}

/** Undefined for a completed or cancelled order. */
export const nextStepOf = (orderStatus: number): NextStep | undefined => steps[orderStatus]
