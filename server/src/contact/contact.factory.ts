import { buildWecomBinding } from '../access/access.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'
import type { TestApp } from '../../test/app.ts'

let count = 0

/** Builds a contact of the member as read a moment ago, and binds the member to WeCom if necessary. Returns its id at WeCom. */
export async function buildContact(
  { db, now }: Pick<TestApp, 'db' | 'now'>,
  { dealerId, accountId }: BuiltMember,
  { customerId, mobiles = [] }: { readonly customerId?: number; readonly mobiles?: string[] } = {},
): Promise<string> {
  const bound = await db
    .selectFrom('wecom_binding')
    .select('user_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const userId = bound?.user_id ?? (await buildWecomBinding(db, accountId))
  const externalId = `wm${process.pid}-${(count += 1)}`
  await db
    .insertInto('contact')
    .values({
      dealer_id: dealerId,
      external_id: externalId,
      name: '山间客',
      user_ids: [userId.toLowerCase()],
      mobiles,
      read_at: now(),
      customer_id: customerId ?? null,
    })
    .execute()
  return externalId
}
