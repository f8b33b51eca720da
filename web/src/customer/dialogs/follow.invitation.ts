import { activityType, communicationTypes, followEvent } from '@showroom/contract/customer/customer.rules'
import { type FollowValues, withNextType } from './follow.form'

/** An invitation plans the visit or the test drive that it is about; taken back, it takes that plan along. No DOM. */

type Plan = Pick<FollowValues, 'nextActivityType' | 'nextTestSpecId'>

/** What an invitation planned, and what stood there before. */
export interface Invited {
  readonly before: Plan
  readonly planned: Plan
}

/** What the event of a communication invites to; nothing for any other event, or where nobody talked. */
function invitedType({ completedActivityType, event }: Partial<FollowValues>): number | undefined {
  if (!communicationTypes.includes(completedActivityType ?? 0)) return undefined
  if (event === followEvent.inviteVisit) return activityType.visit
  return event === followEvent.inviteTestDrive ? activityType.testDrive : undefined
}

const planOf = ({ nextActivityType, nextTestSpecId }: Plan): Plan => ({ nextActivityType, nextTestSpecId })
const isSame = (one: Plan, other: Plan): boolean =>
  one.nextActivityType === other.nextActivityType && one.nextTestSpecId === other.nextTestSpecId

/**
 * The way or the event was chosen (both in `values` already): which fields change by it, and what to remember until the next choice. A plan
 * that somebody changed by hand since stays.
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
