import { rooms } from '@showroom/contract'
import type { Call } from '@showroom/contract/kernel/call'
import { defaultNextDate } from '@showroom/contract/customer/customer.rules'
import { lastDays } from '@showroom/contract/kernel/day'
import { ask } from './database.ts'
import type { Request } from './load.ts'

/** What is measured, and the requests for it. */

/** A store's general manager, who sees every customer of it: the heaviest reader. */
export interface Reader {
  readonly dealerId: number
  readonly token: string
  readonly city: { readonly province: string; readonly city: string; readonly area: string }
  /** First and last of the customers that the large seed made; a customer's first deal has the same id. */
  readonly first: number
  readonly last: number
}

export interface Scenario {
  readonly name: string
  readonly call: Call
  /** Bodies for that reader, as many as wished. */
  readonly bodies: (reader: Reader, count: number) => Promise<object[]>
  /** How many ask at once, where 32 would be no working day. */
  readonly connections?: number
  /** Its requests differ in texts, not in numbers alone. */
  readonly textsDiffer?: true
  /** Each value of a captured statement that is to be another one in each run of pgbench, as pgbench makes it. */
  readonly vary?: (body: object, reader: Reader) => Readonly<Record<string, string>>
}

const now = (): number => Math.floor(Date.now() / 1000)
const randomBelow = (end: number): number => Math.floor(Math.random() * end)
const randomId = ({ first, last }: Reader): number => first + randomBelow(last - first + 1)
const varyCustomer = (body: object, { first, last }: Reader) => ({
  [String((body as { customerId: number }).customerId)]: `random(${first}, ${last})`,
})

/** The most common names of the network: two characters, dozens of each in every store. */
const twoCharacters = ['张伟', '李军', '王磊', '刘洋', '张明', '李坤', '王强', '陈杰', '李峰', '王轩']
const fourDigits = (): string => String(randomBelow(10_000)).padStart(4, '0')

let mobiles = randomBelow(900_000_000)
/** A new one each time, of a range that the seeds leave alone. */
export const newMobile = (): string => `19${String((mobiles += 1)).padStart(9, '0')}`

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

/** Open activities of customers who can be followed up, each handed out once. */
export async function findFollowable(url: string, reader: Reader, count: number) {
  return ask<{ customerId: number; dealId: number; activityId: number }>(
    url,
    `select d.customer_id::int as "customerId", d.id::int as "dealId", a.id::int as "activityId"
     from deal d join activity a on a.dealer_id = d.dealer_id and a.deal_id = d.id and a.completed_at is null and a.cancelled_at is null
     where d.dealer_id = $1 and d.is_current and d.level in ('N', 'H', 'A', 'B', 'C') and d.suspended_at is null
       and not d.waiting_fail_review
     order by random() limit $2`,
    [reader.dealerId, count],
  )
}

/** Numbers that somebody in the store has, asked for on another customer's file. */
async function findNumbers(url: string, reader: Reader, count: number): Promise<object[]> {
  const rows = await ask<{ mobile: string }>(
    url,
    'select mobile from customer where dealer_id = $1 and merged_into_id is null order by random() limit $2',
    [reader.dealerId, count],
  )
  return rows.map(({ mobile }) => ({ phone: mobile, customerId: randomId(reader) }))
}

async function findConsultants(url: string, reader: Reader): Promise<number[]> {
  const rows = await ask<{ id: number }>(
    url,
    'select id from member where dealer_id = $1 and role = 4 and status = 0 and left_at is null',
    [reader.dealerId],
  )
  return rows.map(({ id }) => id)
}

const times = <Item>(count: number, make: () => Item): Item[] => Array.from({ length: count }, make)

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
    bodies: async (_reader, count) =>
      times(count, () => ({ key: twoCharacters[randomBelow(twoCharacters.length)] })),
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
    bodies: async (reader, count) => times(count, () => ({ customerId: randomId(reader) })),
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
    name: 'duplicate check',
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
        memberId: members[randomBelow(members.length)],
        remark: '片区调整',
      }))
    },
  },
]

/** A key for a write, as every client sends one: never used before. */
let keys = 0
const run = Math.random().toString(36).slice(2)
export const newKey = (): string => `bench-${run}-${(keys += 1)}`

export const requestOf = (call: Call, token: string, body: object): Request => ({
  path: call.path,
  headers: { authorization: token, ...(call.writes && { 'idempotency-key': newKey() }) },
  body: JSON.stringify(body),
})
