import { activityType, type CustomerRights, type CustomerState, mayAct } from '../customer/customer.rules.ts'

/** Rules of 今天, the member's work in the order of the day (docs/product/dashboard.md). */

/** Most rows listed of each part. */
export const mostToday = { leads: 20, overdue: 30, today: 40, later: 5 } as const
/** Days after today that the page counts. */
export const nextDays = 7

/** Parts of the day in their order. `later` is listed only if nothing else is to do. */
export const todayParts = ['now', 'overdue', 'today', 'later'] as const
export type TodayPart = (typeof todayParts)[number]

/** The next action of a row. */
export const todayActions = {
  receive: '接待',
  arrive: '到店',
  keys: '交钥匙',
  back: '还车',
  call: '拨打',
  follow: '跟进',
  open: '查看',
} as const
export type TodayAction = keyof typeof todayActions

export interface TodayFacts {
  readonly part: TodayPart
  /** Planned activity; 0 for none. */
  readonly activityType: number
  readonly hasMobile: boolean
  /** The customer is in the showroom, or driving. */
  readonly isHere: boolean
  /** The customer waits there for a receiver. */
  readonly waits: boolean
  readonly isDriving: boolean
  /** The car of the planned test drive is back. */
  readonly hasDriven: boolean
  readonly state: CustomerState
}

/** Returns a member's next action for an own customer. */
export function todayActionOf(facts: TodayFacts, by: CustomerRights): TodayAction {
  const { part, activityType: type, hasMobile, isHere, waits, isDriving, hasDriven, state } = facts
  if (isDriving) return 'back'
  if (waits && mayAct('confirmArrival', state, by)) return 'receive'
  if (!mayAct('follow', state, by)) return 'open'
  const isToday = part === 'now' || part === 'today'
  if (isToday && type === activityType.testDrive && !hasDriven) return 'keys'
  if (isToday && type === activityType.visit && !isHere) return 'arrive'
  return isHere || hasDriven || !hasMobile ? 'follow' : 'call'
}
