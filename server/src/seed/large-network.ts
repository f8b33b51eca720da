import { addDays } from '@showroom/contract/kernel/day'
import type { Client } from 'pg'
import { hashPassword, sha256Hex } from '../access/password/password.ts'
import { copyObjects } from './copy.ts'
import { modulesOfRole } from './dictionaries.ts'
import { demoPassword } from './network.ts'
import { femaleGender, maleGender, personName } from './people.ts'
import { Random } from './random.ts'
import { cityOf, majorCityEntries } from './regions.ts'
import type { City } from './regions.ts'
import { instant } from './workday.ts'

/** Dealers and members of a large network: ten dealers per group, the same twelve seats at each. */

/** Role by seat: 总经理, 销售经理, 网销专员, 前台, then 客户经理. */
const seats = [1, 3, 5, 7, 4, 4, 4, 4, 4, 4, 4, 4] as const
const headSeat = 0
export const salesSeat = 1
/** Seat that cleans the online leads. */
export const bdcSeat = 2
export const consultantRole = 4
const membersPerDealer = seats.length

const groupSize = 10
/** Limit set by the mobiles: three digits for the seat, five for the dealer. */
export const mostDealers = 100_000
const openedDaysAgo = 760

/** SQL condition that dealer `d` of group `g` belongs to a large network. */
export const isLargeDealer = `(d.code ~ '^L\\d{5}$' and g.name ~ '^第\\d+汽车集团$')`

/** Mobile of a member of a large network; both indexes start at 0. Seat 0 is the 总经理, seats from 4 on are 客户经理. */
export const largeMemberMobile = (dealerIndex: number, memberIndex: number): string =>
  `170${String(dealerIndex).padStart(5, '0')}${String(memberIndex).padStart(3, '0')}`

export interface LargeMember {
  readonly id: number
  readonly name: string
  readonly role: number
}
export interface LargeDealer {
  readonly id: number
  readonly groupId: number
  /** How online leads are assigned; dealers alternate between all three policies. */
  readonly policy: number
  readonly city: City
  readonly members: readonly LargeMember[]
}

/** First free ids, so that the network fits beside an existing one. */
export interface FreeIds {
  readonly group: number
  readonly dealer: number
  readonly account: number
  readonly member: number
}

/** Writes groups, dealers, accounts and members. */
export async function writeLargeNetwork(
  client: Client,
  count: number,
  free: FreeIds,
  now: number,
): Promise<LargeDealer[]> {
  const random = new Random(count)
  const cities = majorCityEntries().map(([code]) => cityOf(String(code)))
  const dealers = Array.from({ length: count }, (_, at) => makeDealer(random, cities, at, free))
  const opened = instant(addDays(now, -openedDaysAgo) + 9 * 3600)
  const passwordHash = await hashPassword(sha256Hex(demoPassword))
  const groups = [...new Set(dealers.map(({ groupId }) => groupId))]
  await copyObjects(
    client,
    'dealer_group',
    groups.map((id, at) => ({ id, name: `第${at + 1}汽车集团` })),
  )
  await copyObjects(
    client,
    'dealer',
    dealers.map(({ id, groupId, policy, city, name, district }, at) => ({
      id,
      group_id: groupId,
      code: `L${String(at + 1).padStart(5, '0')}`,
      name,
      province: city.province,
      city: city.city,
      area: district,
      online_policy: policy,
      created_at: opened,
    })),
  )
  const seated = dealers.flatMap((dealer, dealerAt) =>
    dealer.members.map((member, at) => ({
      dealer,
      member,
      at,
      account: free.account + dealerAt * membersPerDealer + at,
      dealerAt,
    })),
  )
  await copyObjects(
    client,
    'account',
    seated.map(({ member, at, account, dealerAt }) => ({
      id: account,
      mobile: largeMemberMobile(dealerAt, at),
      name: member.name,
      password_hash: passwordHash,
      created_at: opened,
    })),
  )
  await copyObjects(
    client,
    'member',
    seated.map(({ dealer, member, at, account }) => ({
      dealer_id: dealer.id,
      id: member.id,
      account_id: account,
      name: member.name,
      role: member.role,
      modules: modulesOfRole(member.role),
      manager_id: superiorOf(dealer, at),
      activated_at: opened,
      created_at: opened,
    })),
  )
  return dealers
}

function superiorOf({ members }: LargeDealer, at: number): number | null {
  if (at === headSeat) return null
  const seat = members[at]?.role === consultantRole ? salesSeat : headSeat
  return members[seat]?.id ?? null
}

const short = (name: string): string => (name.length > 2 ? name.replace(/[市区县]$/, '') : name)

function makeDealer(random: Random, cities: readonly City[], at: number, free: FreeIds) {
  const city = cities[at % cities.length] as City
  const round = Math.floor(at / cities.length)
  const district = (city.districts[round % city.districts.length] as City['districts'][number]).name
  const number = Math.floor(round / city.districts.length)
  return {
    id: free.dealer + at,
    groupId: free.group + Math.floor(at / groupSize),
    policy: (at % 3) + 1,
    city,
    district,
    name: `${short(city.city)}${short(district)}${at % 2 ? '栖曜中心' : '澜岳店'}${number ? number + 1 : ''}`,
    members: seats.map((role, seat) => ({
      id: free.member + at * membersPerDealer + seat,
      name: personName(random, random.chance(0.4) ? femaleGender : maleGender),
      role,
    })),
  }
}
