import { activityType, communicationTypes } from '../customer/customer.rules.ts'

/** Tabs of the activity: phone has WeCom, video and return visits with it. */
export const taskActivity = { all: 0, phone: 1, visit: 2, testDrive: 3 } as const
/** Tabs of the state. */
export const taskFilter = { today: 0, pending: 1, overdue: 2, completed: 3 } as const
/** Orders: as one works (the earliest due first; of completed ones the latest), that turned round; by level from N to F, and from F to N. */
export const taskOrder = { usual: 0, reversed: 1, byLevel: 2, byLevelReversed: 3 } as const
/** Longest range of completed tasks, in calendar days. */
export const completedMaxDays = 7

/**
 * The activities on each tab; the tab of all has no list. Every type that can be planned stands on one of them: who works through the
 * telephone calls makes the return visits too.
 */
export const tabTypes: Readonly<Partial<Record<number, readonly number[]>>> = {
  [taskActivity.phone]: [...communicationTypes, activityType.revisit],
  [taskActivity.visit]: [activityType.visit],
  [taskActivity.testDrive]: [activityType.testDrive],
}
