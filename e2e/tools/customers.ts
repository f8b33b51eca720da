import { randomInt } from 'node:crypto'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { addDays } from '@showroom/contract/kernel/day'
import type { APIRequestContext } from '@playwright/test'
import { mustPost } from './session.ts'
import type { Session } from './session.ts'

/** Makes customers and follow-ups by calls. */

const names = '安柏川 白若溪 程知远 戴云舒 范嘉木 顾星野 韩以宁 江照晚 柯文澜 罗听雨 梅时雨 倪川舟'.split(' ')

/** A mainland mobile that no demo customer has. */
export const anyMobile = (): string => `170${String(randomInt(1e8)).padStart(8, '0')}`
/** A name that the demo network does not contain: easy to find in a list and to read in a failure. */
export const anyName = (): string => `${names[randomInt(names.length)] ?? ''}${String(randomInt(1e5))}`

/** A name of three characters, as most have. */
export const shortName = (): string => `沈知${String.fromCodePoint(0x4e00 + randomInt(2_000))}`
export const masked = (mobile: string): string => `${mobile.slice(0, 3)}****${mobile.slice(-4)}`

export const nowSeconds = (): number => Math.floor(Date.now() / 1000)
/** The first second in Shanghai of the day that is `days` from today. */
export const inDays = (days: number): number => addDays(nowSeconds(), days)
/** A series of the demo catalogue. */
export const series = { id: 1201, name: '松涧' }

export interface MadeCustomer {
  readonly customerId: number
  readonly dealId: number
  readonly name: string
  readonly mobile: string
}

export async function addCustomer(
  request: APIRequestContext,
  session: Session,
  wishes: Readonly<Record<string, unknown>> = {},
): Promise<MadeCustomer> {
  const customer = {
    name: anyName(),
    mobile: anyMobile(),
    gender: 1,
    level: 'H',
    specIds: String(series.id),
    nextDate: inDays(1),
    buyProvince: '浙江省',
    buyCity: '杭州市',
    buyArea: '西湖区',
    ...wishes,
  }
  const made = await mustPost<{ customerId: number; dealId: number }>(
    request,
    '/v2/appCustomerService/add',
    customer,
    session,
  )
  return { customerId: made.customerId, dealId: made.dealId, name: customer.name, mobile: customer.mobile }
}

export const getCustomer = (
  request: APIRequestContext,
  session: Session,
  customerId: number,
): Promise<CustomerProfile> => mustPost(request, '/v2/appCustomerService/get', { customerId }, session)

/** How many customers a search finds. */
export async function countFound(request: APIRequestContext, session: Session, key: string): Promise<number> {
  const { total } = await mustPost<{ total: number }>(
    request,
    '/v2/appCustomerService/list',
    { key, pageStart: 1, pageCount: 10 },
    session,
  )
  return total
}

interface Found {
  readonly customerId: number
  readonly name: string
}

/** A demo customer visible to the session's member: the first of a list's 50 whose file fits. */
export async function demoCustomer(
  request: APIRequestContext,
  session: Session,
  filter: object,
  fits: (file: CustomerProfile) => boolean = () => true,
): Promise<Found> {
  const { data } = await mustPost<{ data: Found[] }>(
    request,
    '/v2/appCustomerService/list',
    { pageStart: 1, pageCount: 50, ...filter },
    session,
  )
  for (const row of data) if (fits(await getCustomer(request, session, row.customerId))) return row
  throw new Error(`the demo network has no such customer (${JSON.stringify(filter)})`)
}

/** Completes the customer's open follow-up by a call, with a short telephone talk. */
export async function followCustomer(
  request: APIRequestContext,
  session: Session,
  customerId: number,
  wishes: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const file = await getCustomer(request, session, customerId)
  const form = {
    customerId,
    dealId: file.info.dealId,
    activityId: file.pendingActivity?.id ?? 0,
    completedActivityType: 1,
    contactType: 1,
    event: 4,
    level: file.info.level,
    specIds: String(series.id),
    remark: '电话沟通，客户在比较配置',
    nextActivityType: 1,
    nextDate: inDays(1),
    ...wishes,
  }
  await mustPost(request, '/v2/appCustomerService/follow', form, session)
}
