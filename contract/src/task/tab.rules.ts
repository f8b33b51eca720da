import { activityType, communicationTypes } from '../customer/customer.rules.ts'
import { taskActivity } from './task.rules.ts'

/**
 * Activity types on each tab; the tab of all has no entry. Every type that can be planned is on one tab. Return visits are on the phone
 * tab, as members make them along with the calls.
 */
export const tabTypes: Readonly<Partial<Record<number, readonly number[]>>> = {
  [taskActivity.phone]: [...communicationTypes, activityType.revisit],
  [taskActivity.visit]: [activityType.visit],
  [taskActivity.testDrive]: [activityType.testDrive],
}
