import { activityType, communicationTypes, followEvent } from '@showroom/contract/customer/customer.rules'
import { type FollowValues, withNextType } from './follow.form'

/** An invitation plans its visit or test drive; withdrawing it removes that plan. Free of DOM. */

type Plan = Pick<FollowValues, 'nextActivityType' | 'nextTestSpecId'>

/** The plan that an invitation set, and the one before it. */
export interface Invited {
  readonly before: Plan
  readonly planned: Plan
}

/** The activity that a communication invites to; undefined for other events and for ways without communication. */
function invitedType({ completedActivityType, event }: Partial<FollowValues>): number | undefined {
  if (!communicationTypes.includes(completedActivityType ?? 0)) return undefined
  if (event === followEvent.inviteVisit) return activityType.visit
  return event === followEvent.inviteTestDrive ? activityType.testDrive : undefined
}

const planOf = ({ nextActivityType, nextTestSpecId }: Plan): Plan => ({ nextActivityType, nextTestSpecId })
const isSame = (one: Plan, other: Plan): boolean =>
  one.nextActivityType === other.nextActivityType && one.nextTestSpecId === other.nextTestSpecId

/**
 * Call after the follow-up way or the event changed in `values`. Returns the fields to change, and the state to pass to the next call.
 * Keeps a plan that was changed by hand.
 */
export function planInvited(
  values: FollowValues,
  invited: Invited | undefined,
): { changes: Partial<FollowValues>; invited: Invited | undefined } {
  const current = planOf(values)
  const untouched = invited !== undefined && isSame(current, invited.planned)
  const before = untouched ? invited.before : current
  const type = invitedType(values)
  if (!type) return { changes: untouched ? before : {}, invited: undefined }
  const changes = withNextType({ ...values, ...before }, type)
  const planned = planOf({ ...before, ...changes })
  return { changes: planned, invited: { before, planned } }
}
