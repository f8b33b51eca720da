import { demoDealers } from './network.ts'
import type { Calendar } from './calendar.ts'
import type { DemoDealer, DemoMember, DemoNetwork } from './network.ts'
import type { Ledger } from './rows.ts'
import type { Random } from './random.ts'
import { addDays } from '@showroom/contract/kernel/day'
import { catalogue } from './vehicles.ts'

/** A store with its people by what they do. */
export interface Store {
  readonly dealer: DemoDealer
  readonly consultants: readonly DemoMember[]
  readonly online: readonly DemoMember[]
  readonly front: DemoMember
  readonly reviewers: readonly DemoMember[]
  /** A consultant who left, and when; the customers were handed over. */
  readonly former?: DemoMember
  readonly formerLeftAt: number
  readonly seriesIds: readonly number[]
  readonly otherStores: readonly string[]
}

/** What all stories share. */
export interface World {
  readonly random: Random
  readonly ledger: Ledger
  /** Epoch seconds. */
  readonly now: number
  readonly calendar: Calendar
  nextId(kind: 'customer' | 'deal' | 'activity' | 'order' | 'lead'): number
}

/** People leave at the end of their last day. */
const lastHour = 17 * 3600

/** The two brand lines' stores sell their own line first. */
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
