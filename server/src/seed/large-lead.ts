import { leadStatus } from '@showroom/contract/lead/lead.rules'
import { addDays } from '@showroom/contract/kernel/day'
import { mobileOf } from './large-customer.ts'
import type { LargeFile, LargeIds, LargeRows } from './large-customer.ts'
import { bdcSeat, salesSeat } from './large-network.ts'
import type { LargeDealer, LargeMember } from './large-network.ts'
import { makePerson } from './people.ts'
import { Random } from './random.ts'
import { catalogue } from './vehicles.ts'
import { instant, secondsWithinHours } from './workday.ts'

/** Online leads of a large network: one per ten customers. Six of ten became customers and four did not. */

const hours = ['08:30', '18:00'] as const
const system = '系统'
const minute = 60

type Weights = readonly (readonly [status: number, weight: number])[]
/** Outcomes of leads without a customer. Stores with automatic assignment clean none and let none wait. */
const cleaned: Weights = [
  [leadStatus.waiting, 10],
  [leadStatus.unreachable, 10],
  [leadStatus.invalid, 55],
  [leadStatus.closed, 25],
]
const endings: Readonly<Record<number, Weights>> = {
  1: [...cleaned, [leadStatus.unassigned, 6]],
  2: cleaned,
  3: [
    [leadStatus.invalid, 20],
    [leadStatus.closed, 80],
  ],
}
/** Maximum age in days of a lead, by status. */
const ages: Readonly<Record<number, number>> = {
  [leadStatus.waiting]: 1,
  [leadStatus.unassigned]: 2,
  [leadStatus.unreachable]: 6,
}
const oldest = 700
const findings: Readonly<Record<number, { readonly clearStatus: number; readonly result: string }>> = {
  [leadStatus.unreachable]: { clearStatus: 3, result: '未接通' },
  [leadStatus.invalid]: { clearStatus: 2, result: '清洗无效' },
  [leadStatus.unassigned]: { clearStatus: 1, result: '清洗有效' },
  [leadStatus.closed]: { clearStatus: 1, result: '已关闭' },
}
/** Numbers from here on belong to no customer. */
const beyondCustomers = 10_000_000
const wishes = ['希望了解落地价', '预约周末试驾', '咨询置换补贴', '询问现车颜色', '']

/** The lead a customer was created from. */
export function narrateLargeLead(rows: LargeRows, dealer: LargeDealer, file: LargeFile, id: number): void {
  const random = new Random(Math.imul(id, 0x85ebca6b) + 29)
  const arrivedAt = file.createdAt - random.int(5, 90) * minute
  const clearedAt = dealer.policy === 3 ? undefined : arrivedAt + random.int(1, 4) * minute
  rows.lead.push({
    ...leadRow(random, dealer, id, arrivedAt, clearedAt),
    status: leadStatus.completed,
    clear_status: clearedAt ? 1 : 0,
    last_task: 1,
    source_id: file.otherSource,
    name: file.name,
    mobile: file.mobile,
    series_id: file.seriesId,
    is_repeat: random.chance(0.05),
    customer_id: file.customerId,
    // A large network's customers have one deal each, of the same id.
    deal_id: file.customerId,
    owner_id: file.owner.id,
    assigned_at: instant(file.createdAt),
    first_follow_at: instant(file.followedAt),
    follow_seconds: secondsWithinHours(file.createdAt, file.followedAt, ...hours),
  })
  const event = eventsOf(rows, dealer, id)
  event(arrivedAt, '线索进入')
  if (clearedAt) event(clearedAt, '清洗有效', dealer.members[bdcSeat])
  event(file.createdAt, '新线索分配', dealer.policy === 1 ? dealer.members[salesSeat] : undefined, file.owner)
}

/** Besides fifty customers two leads came to nothing, or wait. */
export const isLooseLead = (number: number): boolean => number % 50 >= 48

/** A lead without a customer. */
export function narrateLooseLargeLead(
  rows: LargeRows,
  dealer: LargeDealer,
  { id, number }: Pick<LargeIds, 'id' | 'number'>,
  now: number,
): void {
  const random = new Random(Math.imul(id, 0x85ebca6b) + 31)
  const status = random.weighted(endings[dealer.policy] ?? cleaned)
  const today = addDays(now, 0) + random.int(9 * 3600, 17 * 3600)
  const arrivedAt = Math.min(addDays(today, -random.int(0, ages[status] ?? oldest)), now - 2 * minute)
  const finding = findings[status]
  const clearedAt = finding && Math.min(arrivedAt + random.int(1, 120) * minute, now)
  rows.lead.push({
    ...leadRow(random, dealer, id, arrivedAt, clearedAt),
    status,
    clear_status: finding?.clearStatus ?? 0,
    last_task: finding ? 2 : 0,
    invalid_reason: status === leadStatus.invalid ? random.int(1, 4) : 0,
    no_contact_times: status === leadStatus.unreachable ? random.int(1, 3) : 0,
    name: makePerson(random).name,
    mobile: mobileOf(dealer, number + beyondCustomers),
  })
  const event = eventsOf(rows, dealer, id)
  event(arrivedAt, '线索进入')
  if (finding && clearedAt) event(clearedAt, finding.result, dealer.members[bdcSeat])
}

/** All columns, as COPY needs them. */
function leadRow(random: Random, dealer: LargeDealer, id: number, arrivedAt: number, clearedAt?: number) {
  const isLocal = random.chance(0.85)
  return {
    dealer_id: dealer.id,
    id,
    external_id: `L${dealer.id}-${id}`,
    source_id: random.int(1, 16),
    series_id: random.pick(catalogue.series).id,
    province: isLocal ? dealer.city.province : '',
    city: isLocal ? dealer.city.city : '',
    remark: random.pick(wishes),
    clue_level: random.chance(0.3) ? 1 : 2,
    facts: random.chance(0.3) ? { siteDesc: '车型详情页', buyCarIndex: '高', purpose: '家用' } : {},
    is_remote: isLocal ? 2 : 3,
    created_at: instant(arrivedAt),
    cleared_at: clearedAt ? instant(clearedAt) : null,
    cleared_by: clearedAt ? (dealer.members[bdcSeat]?.id ?? null) : null,
    clear_seconds: clearedAt ? secondsWithinHours(arrivedAt, clearedAt, ...hours) : null,
    is_repeat: false,
    invalid_reason: 0,
    no_contact_times: 0,
    customer_id: null as number | null,
    deal_id: null as number | null,
    owner_id: null as number | null,
    assigned_at: null as Date | null,
    first_follow_at: null as Date | null,
    follow_seconds: null as number | null,
  }
}

const eventsOf =
  (rows: LargeRows, dealer: LargeDealer, leadId: number) =>
  (at: number, result: string, by?: LargeMember, owner?: LargeMember): void =>
    void rows.lead_event.push({
      dealer_id: dealer.id,
      lead_id: leadId,
      created_at: instant(at),
      member_id: by?.id ?? 0,
      handle_name: by?.name ?? system,
      result,
      follow_name: owner?.name ?? '',
    })
