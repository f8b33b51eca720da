import { activityType, followEvent } from '@showroom/contract/customer/customer.rules'
import { expect, it } from 'vitest'
import type { FollowValues } from './follow.form'
import { type Invited, planInvited } from './follow.invitation'

const start = {
  completedActivityType: activityType.call,
  nextActivityType: activityType.call,
  nextDate: 1_800_000_000,
  specIds: [11],
} as unknown as FollowValues

/** The form after a sequence of choices. */
function after(...choices: readonly Partial<FollowValues>[]): FollowValues {
  const values = { ...start }
  let invited: Invited | undefined
  for (const choice of choices) {
    Object.assign(values, choice)
    if (!('event' in choice) && !('completedActivityType' in choice)) continue
    const next = planInvited(values, invited)
    Object.assign(values, next.changes)
    invited = next.invited
  }
  return values
}
const testDrive = { event: followEvent.inviteTestDrive }
const visit = { event: followEvent.inviteVisit }
const other = { event: followEvent.other }
const planned = { nextActivityType: activityType.testDrive, nextTestSpecId: 11 }

it('plans the visit or test drive of an invitation', () => {
  expect(after(testDrive)).toMatchObject(planned)
  expect(after(visit)).toMatchObject({ nextActivityType: activityType.visit })
  expect(after(other)).toEqual({ ...start, ...other })
})

it('restores the earlier plan when the invitation is withdrawn', () => {
  const back = { nextActivityType: activityType.call, nextTestSpecId: undefined, nextDate: start.nextDate }
  expect(after(testDrive, other)).toMatchObject(back)
  expect(after(visit, testDrive, other)).toMatchObject(back)
  // A follow-up way without communication withdraws the invitation too.
  expect(after(testDrive, { completedActivityType: activityType.visit })).toMatchObject(back)
  expect(after({ nextActivityType: 0 }, visit, other)).toMatchObject({ nextActivityType: 0 })
})

it('keeps a plan that was changed by hand', () => {
  const byHand = { nextActivityType: activityType.wecom }
  expect(after(testDrive, byHand, other)).toMatchObject(byHand)
  expect(after(testDrive, { nextTestSpecId: 12 }, other)).toMatchObject({ ...planned, nextTestSpecId: 12 })
})

it('keeps the plan when another communication has the same invitation', () => {
  expect(after(testDrive, { completedActivityType: activityType.wecom })).toMatchObject(planned)
})
