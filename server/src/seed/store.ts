import { demoDealers } from './network.ts'
import type { Calendar } from './calendar.ts'
import type { DemoDealer, DemoMember, DemoNetwork } from './network.ts'
import type { Ledger } from './rows.ts'
import type { Random } from './random.ts'
import { addDays } from '@showroom/contract/kernel/day'
import { catalogue } from './vehicles.ts'

/** A store with its members, grouped by their work. */
export interface Store {
  readonly dealer: DemoDealer
  readonly consultants: readonly DemoMember[]
  readonly online: readonly DemoMember[]
  readonly front: DemoMember
  readonly reviewers: readonly DemoMember[]
  /** A former consultant, with the time of leaving; the customers were handed over. */
  readonly former?: DemoMember
  readonly formerLeftAt: number
  readonly seriesIds: readonly number[]
  readonly otherStores: readonly string[]
}

/** State shared by all stories. */
export interface World {
  readonly random: Random
  readonly ledger: Ledger
  /** Epoch seconds. */
  readonly now: number
  readonly calendar: Calendar
  nextId(kind: 'customer' | 'deal' | 'activity' | 'order' | 'lead'): number
}

/** Members leave at the end of their last day. */
const lastHour = 17 * 3600

/** Stores of either brand line mainly sell their own line. */
const mainBrand = (dealer: DemoDealer): number => (dealer.name.includes('栖曜') ? 12 : 11)

export function makeStore(dealer: DemoDealer, network: DemoNetwork, now: number): Store {
  const members = network.members.filter((member) => member.dealer_id === dealer.id)
  const working = (...roles: number[]) =>
    members.filter((m) => roles.includes(m.role) && m.status === 0 && m.activated && !m.leftDaysAgo)
  const former = members.find((member) => member.leftDaysAgo > 0)
  const own = catalogue.series
    .filter((series) => series.brand_id === mainBrand(dealer))
    .map((series) => series.id)
  return {
    dealer,
    consultants: working(4),
    online: working(5),
    front: working(7)[0] as DemoMember,
    reviewers: working(1, 3),
    former,
    formerLeftAt: former ? addDays(now, -former.leftDaysAgo) + lastHour : 0,
    seriesIds: own,
    otherStores: demoDealers
      .filter((other) => other.id !== dealer.id && other.city === dealer.city)
      .map(({ name }) => name),
  }
}
