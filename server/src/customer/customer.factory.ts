import { rooms } from '@showroom/contract'
import type { FollowInput } from '@showroom/contract/customer/follow.schema'
import type { NewCustomerInput } from '@showroom/contract/customer/add.schema'
import { defaultNextDate } from '@showroom/contract/customer/level.rules'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { sql } from 'kysely'
import type { Updateable } from 'kysely'
import type { Deal } from '../platform/db/tables.ts'
import type { BuiltMember } from '../team/team.factory.ts'
import type { TestApp } from '../../test/app.ts'

let count = 0

/** A complete request for a new customer, with a new mobile each time. */
export function newCustomer(app: TestApp, overrides: Partial<NewCustomerInput> = {}): NewCustomerInput {
  count += 1
  return {
    name: '林晓雨',
    mobile: `136${String(count).padStart(8, '0')}`,
    gender: 2,
    specIds: '1201',
    level: 'H',
    nextActivityType: 1,
    nextDate: defaultNextDate('H', Math.floor(app.now().getTime() / 1000)),
    buyProvince: '浙江省',
    buyCity: '杭州市',
    buyArea: '西湖区',
    ...overrides,
  }
}

export interface BuiltCustomer {
  readonly customerId: number
  readonly dealId: number
  readonly activityId: number
}

/** Creates a customer by the API and returns it with its open activity. */
export async function buildCustomer(
  app: TestApp,
  owner: BuiltMember,
  overrides: Partial<NewCustomerInput> = {},
): Promise<BuiltCustomer> {
  const made = await app.post(rooms.customer.add, owner.token, newCustomer(app, overrides))
  if (!made.customerId || !made.dealId) throw new Error(`customer was refused: ${made.text}`)
  const open = await app.db
    .selectFrom('activity')
    .select('id')
    .where('dealer_id', '=', owner.dealerId)
    .where('deal_id', '=', made.dealId)
    .executeTakeFirstOrThrow()
  return { customerId: made.customerId, dealId: made.dealId, activityId: open.id }
}

/** Changes deals beside the product, with the activities and orders that copy their source. */
export async function stageDeals(
  { db }: Pick<TestApp, 'db'>,
  dealIds: readonly number[],
  values: Updateable<Deal>,
): Promise<void> {
  const ids = [...dealIds]
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('deal').set(values).where('id', 'in', ids).execute()
    if (values.from_source === undefined && values.other_source === undefined) return
    await sql`
      update activity a set from_source = d.from_source from deal d
      where d.id = any(${ids}::bigint[]) and a.dealer_id = d.dealer_id and a.deal_id = d.id`.execute(trx)
    await sql`
      update vehicle_order o set from_source = d.from_source, other_source = d.other_source from deal d
      where d.id = any(${ids}::bigint[]) and o.dealer_id = d.dealer_id and o.deal_id = d.id`.execute(trx)
  })
}

/** A complete follow-up by phone that plans the next one. */
export function phoneFollow(
  app: TestApp,
  customer: BuiltCustomer,
  overrides: Partial<FollowInput> = {},
): FollowInput {
  return {
    customerId: customer.customerId,
    dealId: customer.dealId,
    activityId: customer.activityId,
    completedActivityType: 1,
    contactType: 1,
    event: 4,
    level: 'A',
    specIds: '1201',
    remark: '客户想周末来看车',
    nextActivityType: 2,
    nextDate: defaultNextDate('H', Math.floor(app.now().getTime() / 1000)),
    ...overrides,
  }
}

/** The form of a re-purchase, with the values of the profile. */
export function againForm(
  app: Pick<TestApp, 'now'>,
  { customerId }: Pick<BuiltCustomer, 'customerId'>,
  editable: CustomerProfile['editable'] | undefined,
) {
  return {
    ...editable,
    gender: editable?.gender || 2,
    newType: 2,
    oldCustomerId: customerId,
    level: 'A',
    nextActivityType: 1,
    nextDate: defaultNextDate('A', Math.floor(app.now().getTime() / 1000)),
    specIds: '1209',
    businessType: 2,
    addPurchaseOldSeriesId: 1201,
    remark: '给夫人买',
  }
}
