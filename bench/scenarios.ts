import { rooms } from '@showroom/contract'
import type { Call, Topic } from '@showroom/contract/kernel/call'
import { defaultNextDate } from '@showroom/contract/customer/level.rules'
import { lastDays } from '@showroom/contract/kernel/day'
import { sql } from 'kysely'
import pg from 'pg'
import { editableJson } from '../server/src/customer/profile/profile.repository.ts'
import { createDatabase } from '../server/src/platform/db/client.ts'
import { ask } from './database.ts'
import type { Request } from './load.ts'

/** The measured calls and their requests. */

/**
 * The measured reader: a store's general manager (the heaviest reader, as all its customers are visible) or one of
 * its consultants.
 */
export interface Reader {
  readonly dealerId: number
  /** How the store assigns its online leads. */
  readonly policy: number
  readonly token: string
  /** Number of members of the store. */
  readonly members: number
  readonly city: { readonly province: string; readonly city: string; readonly area: string }
  /** First and last customer of the large seed; a customer's first deal has the same id. */
  readonly first: number
  readonly last: number
  /** First and last lead of the large seed. */
  readonly firstLead: number
  readonly lastLead: number
  /** First and last order of the large seed. */
  readonly firstOrder: number
  readonly lastOrder: number
}

/** pgbench expressions, by the value that they replace. */
export type Varied = Readonly<Record<string, string>>

export interface Scenario {
  readonly name: string
  readonly call: Call
  /** Makes up to `count` bodies for that reader. */
  readonly bodies: (reader: Reader, count: number) => Promise<object[]>
  /** Number of connections, if 32 would not be realistic. */
  readonly connections?: number
  /** Role of the readers; general managers by default. */
  readonly by?: 'consultant' | 'boss'
  /** Limits the readers to stores of that policy. */
  readonly policy?: number
  /** Limits the readers to the store with the most members. */
  readonly ofLargestTeam?: true
  /**
   * Each statement uses rows that the one before made, so that they cannot be repeated with other ids, or they are
   * hundreds: pgbench is left out.
   */
  readonly isOnce?: true
  /** Bodies made for each second, if the usual number costs too much. */
  readonly mostASecond?: number
  /** Topic that changes in all stores five times a second meanwhile, so that no response stays cached. */
  readonly changing?: Topic
  /** Its requests differ in texts, not only in numbers. */
  readonly textsDiffer?: true
  /** Values of a captured statement that must differ in each run of pgbench, with the pgbench expression for each. */
  readonly vary?: (body: object, reader: Reader) => Varied | Promise<Varied>
}

export const now = (): number => Math.floor(Date.now() / 1000)
const randomBelow = (end: number): number => Math.floor(Math.random() * end)
export const pick = <Item>(items: readonly Item[]): Item => items[randomBelow(items.length)] as Item
const randomId = ({ first, last }: Reader): number => first + randomBelow(last - first + 1)
const varyCustomer = (body: object, { first, last }: Reader) => ({
  [String((body as { customerId: number }).customerId)]: `random(${first}, ${last})`,
})

/** The most common names of the network: two characters, dozens of each in every store. */
export const twoCharacters = ['张伟', '李军', '王磊', '刘洋', '张明', '李坤', '王强', '陈杰', '李峰', '王轩']
export const fourDigits = (): string => String(randomBelow(10_000)).padStart(4, '0')

let mobiles = randomBelow(90_000_000)
/** A new mobile each time, from a range that the seeds do not use. */
export const newMobile = (): string => `192${String((mobiles += 1)).padStart(8, '0')}`

export const newCustomer = ({ city }: Pick<Reader, 'city'>) => ({
  name: '林晓雨',
  mobile: newMobile(),
  gender: 2,
  specIds: '1201',
  level: 'H',
  nextActivityType: 1,
  nextDate: defaultNextDate('H', now()),
  buyProvince: city.province,
  buyCity: city.city,
  buyArea: city.area,
})

export const phoneFollow = (customer: { customerId: number; dealId: number; activityId: number }) => ({
  ...customer,
  completedActivityType: 1,
  contactType: 1,
  event: 4,
  level: 'A',
  specIds: '1201',
  remark: '客户想周末来看车',
  nextActivityType: 2,
  nextDate: defaultNextDate('H', now()),
})

/** Open activities of customers who can be followed up, each returned once. */
export async function findFollowable(url: string, reader: Reader, count: number) {
  return ask<{ customerId: number; dealId: number; activityId: number }>(
    url,
    `select d.customer_id::int as "customerId", d.id::int as "dealId", a.id::int as "activityId"
     from deal d join activity a on a.dealer_id = d.dealer_id and a.deal_id = d.id and a.completed_at is null and a.cancelled_at is null
     where d.dealer_id = $1 and d.is_current and d.level in ('N', 'H', 'A', 'B', 'C') and d.suspended_at is null
       and not d.waiting_fail_review
       -- One order at a time waits to be submitted.
       and not exists (select from vehicle_order o where o.dealer_id = d.dealer_id and o.deal_id = d.id and o.status = 1)
     order by random() limit $2`,
    [reader.dealerId, count],
  )
}

/** Requests of a customer's edit form: the file as it is, with other tags and another budget. */
async function findEdits(url: string, { dealerId, first, last }: Reader, count: number): Promise<object[]> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  try {
    const { rows } = await sql<{ customerId: number; mobile: string; editable: { budget: number } }>`
      select c.id as "customerId", c.mobile, ${editableJson} as editable
      from customer c join deal d on d.dealer_id = c.dealer_id and d.id = c.current_deal_id
      where c.dealer_id = ${dealerId} and c.merged_into_id is null and c.id between ${first} and ${last}
        -- Other sources require a proof or a second field, and all requests should send the same statements.
        and d.from_source between 1 and 6 and d.competitor_series_ids = '{}'
      order by random() limit ${count}`.execute(createDatabase(pool))
    return rows.map(({ customerId, mobile, editable }) => ({
      ...editable,
      customerId,
      mobile,
      budget: (editable.budget % 7) + 1,
      tags: `周末看车 ${randomBelow(1_000_000)}`,
    }))
  } finally {
    await pool.end()
  }
}

/** Files that were not merged into another one; a soak leaves merged ones behind. */
const findFiles = (url: string, reader: Reader, count: number): Promise<object[]> =>
  ask(
    url,
    'select id::int as "customerId" from customer where dealer_id = $1 and merged_into_id is null order by random() limit $2',
    [reader.dealerId, count],
  )

/** Numbers in use in the store, looked up from another customer's file. */
async function findNumbers(url: string, reader: Reader, count: number): Promise<object[]> {
  const rows = await ask<{ mobile: string }>(
    url,
    'select mobile from customer where dealer_id = $1 and merged_into_id is null order by random() limit $2',
    [reader.dealerId, count],
  )
  return rows.map(({ mobile }) => ({ phone: mobile, customerId: randomId(reader) }))
}

export async function findConsultants(url: string, reader: Reader): Promise<number[]> {
  const rows = await ask<{ id: number }>(
    url,
    'select id from member where dealer_id = $1 and role = 4 and status = 0 and left_at is null',
    [reader.dealerId],
  )
  return rows.map(({ id }) => id)
}

export const times = <Item>(count: number, make: () => Item): Item[] => Array.from({ length: count }, make)

/** Reads and writes of a working day; the names are those of the table. */
export const scenarios = (url: string): Scenario[] => [
  {
    name: 'list, default filter',
    call: rooms.customer.list,
    bodies: async () => [{ createdDate: lastDays(now(), 29) }],
  },
  {
    name: 'list, page 2,500 of all',
    call: rooms.customer.list,
    bodies: async () => [{ pageStart: 2_500 }],
  },
  {
    name: 'keyword, 2 characters',
    textsDiffer: true,
    call: rooms.customer.list,
    bodies: async (_reader, count) => times(count, () => ({ key: pick(twoCharacters) })),
  },
  {
    name: 'keyword, last 4 digits',
    textsDiffer: true,
    call: rooms.customer.list,
    bodies: async (_reader, count) => times(count, () => ({ key: fourDigits() })),
  },
  {
    name: 'get',
    call: rooms.customer.get,
    bodies: (reader, count) => findFiles(url, reader, count),
    vary: varyCustomer,
  },
  {
    name: 'add',
    call: rooms.customer.add,
    bodies: async (reader, count) => times(count, () => newCustomer(reader)),
    vary: (body) => ({ [(body as { mobile: string }).mobile]: 'random(19000000000, 19999999999)' }),
  },
  {
    name: 'follow',
    call: rooms.customer.follow,
    bodies: async (reader, count) => (await findFollowable(url, reader, count)).map(phoneFollow),
    vary: varyCustomer,
  },
  {
    name: 'edit',
    call: rooms.customer.edit,
    bodies: (reader, count) => findEdits(url, reader, count),
    vary: (body, reader) => ({
      ...varyCustomer(body, reader),
      [(body as { mobile: string }).mobile]: 'random(19000000000, 19999999999)',
    }),
  },
  {
    name: 'duplicate check, 8 at once',
    connections: 8,
    textsDiffer: true,
    call: rooms.customer.checkExist,
    bodies: (reader, count) => findNumbers(url, reader, count),
  },
  {
    name: 'reassign 500 at once',
    connections: 1,
    call: rooms.customer.batchReassign,
    bodies: async (reader, count) => {
      const members = await findConsultants(url, reader)
      return times(Math.min(count, 20), () => ({
        customerIds: times(500, () => randomId(reader)).join(),
        memberId: pick(members),
        remark: '片区调整',
      }))
    },
  },
]

/** A unique key for each write, as every client sends one. */
let keys = 0
const run = Math.random().toString(36).slice(2)
export const newKey = (): string => `bench-${run}-${(keys += 1)}`

export const requestOf = (call: Call, token: string, body: object): Request => ({
  path: call.path,
  headers: { authorization: token, ...(call.writes && { 'idempotency-key': newKey() }) },
  body: JSON.stringify(body),
})
