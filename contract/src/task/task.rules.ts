import { activityType, communicationTypes } from '../customer/customer.rules.ts'
import { taskActivity } from './task.schema.ts'

/**
 * The activities on each tab; the tab of all has no list. Every type that can be planned stands on one of them: who works through the
 * telephone calls makes the return visits too.
 */
export const tabTypes: Readonly<Partial<Record<number, readonly number[]>>> = {
  [taskActivity.phone]: [...communicationTypes, activityType.revisit],
  [taskActivity.visit]: [activityType.visit],
  [taskActivity.testDrive]: [activityType.testDrive],
}
