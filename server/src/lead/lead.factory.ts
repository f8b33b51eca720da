import { role as roles } from '@showroom/contract/access/access.rules'
import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { TestApp } from '../../test/app.ts'
import type { Lead } from '../platform/db/tables.ts'
import { buildDealer, buildMember } from '../team/team.factory.ts'

/** Leads for tests. */

let count = 0

/** By default a new lead that waits for cleaning. */
export async function buildLead(
  { db, now }: Pick<TestApp, 'db' | 'now'>,
  { dealerId }: { readonly dealerId: number },
  overrides: Partial<Insertable<Lead>> = {},
): Promise<number> {
  count += 1
  const { id } = await db
    .insertInto('lead')
    .values({
      dealer_id: dealerId,
      source_id: 1,
      status: 1,
      name: `线索${count}`,
      mobile: `135${String(process.pid % 1000).padStart(3, '0')}${String(count).padStart(5, '0')}`,
      series_id: 1201,
      province: '浙江省',
      city: '杭州市',
      created_at: now(),
      ...(overrides.customer_id && {
        deal_id: sql<number>`(
          select current_deal_id from customer where dealer_id = ${dealerId} and id = ${overrides.customer_id})`,
      }),
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A store under an assignment policy, with an admin, an online team member and a consultant. */
export async function buildStore(
  { db, now }: Pick<TestApp, 'db' | 'now'>,
  onlinePolicy = 1,
  settings: { city?: string; cityPoolEnable?: boolean } = {},
) {
  const dealerId = await buildDealer(db, { onlinePolicy, ...settings })
  const online = { role: roles.dcc, modules: ['客户管理', '线索分配'] }
  return {
    dealerId,
    admin: await buildMember(db, now(), { dealerId, role: roles.salesManager, name: '秦朗' }),
    worker: await buildMember(db, now(), { dealerId, ...online, name: '杜网销' }),
    consultant: await buildMember(db, now(), { dealerId, name: '许安' }),
  }
}
export type Store = Awaited<ReturnType<typeof buildStore>>

/** A valid result of manual cleaning. */
export const manualValid = (clueId: number) => ({
  clueId,
  isValid: true,
  buyProvince: '浙江省',
  buyCity: '杭州市',
  buyArea: '西湖区',
  specIds: '1201',
})

/** A valid result under automatic assignment: the full customer form. */
export const autoValid = (clueId: number, now: Date) => ({
  ...manualValid(clueId),
  name: '苏映雪',
  mobile: '135****0000',
  gender: 2,
  nextDate: Math.floor(now.getTime() / 1000),
})

/** A stored lead with its history, oldest first. */
export async function storyOf({ db }: Pick<TestApp, 'db'>, leadId: number) {
  const lead = await db.selectFrom('lead').selectAll().where('id', '=', leadId).executeTakeFirstOrThrow()
  const events = await db
    .selectFrom('lead_event')
    .selectAll()
    .where('lead_id', '=', leadId)
    .orderBy('id')
    .execute()
  return { lead, events }
}
