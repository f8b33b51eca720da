import { isAdminRole, role } from '../access/access.rules.ts'
import { addDays } from '../kernel/day.ts'
import type { MeasureName } from '../report/measures.ts'
import { mayManage } from '../team/rank.rules.ts'
import type { Managed } from '../team/rank.rules.ts'

/** Pure rules of daily reports, shared by browser and server (docs/product/daily.md). */

/** Roles that receive the store's report. */
export const receivingRoles: readonly number[] = [role.generalManager, role.boss, role.groupAdmin]

/** Measures of the work done on a day; weeks and months are the sums of their days. */
export const doneMeasures = [
  'talks',
  'visits',
  'testDrives',
  'orders',
  'deliveries',
  'defeats',
] as const satisfies readonly MeasureName[]
export type DoneMeasure = (typeof doneMeasures)[number]

/** Counts appointments; of the next day in a report. */
export const nextMeasure = 'invited' satisfies MeasureName

export const dailyState = { none: 0, handedIn: 1, returned: 2 } as const

/** Reports of earlier days can be handed in for so many days. */
export const daysBack = 7
export const textMax = 1000
export const commentMax = 300

/** Whether a report of this day can be handed in. Both in epoch seconds. */
export const isOpenDay = (day: number, now: number): boolean =>
  day >= addDays(now, 1 - daysBack) && day < addDays(now, 1)

/** Whether the member may comment on a report of the other, and return it: not the own, and none of a higher or equal rank. */
export const mayAnswer = (actor: Managed, author: Managed): boolean =>
  actor.memberId !== author.memberId &&
  (isAdminRole(actor.role) ? mayManage(actor, author, 'duty') : !isAdminRole(author.role))
