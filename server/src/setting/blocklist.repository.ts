import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { target } from '../platform/db/target.ts'
import type { Scope } from '../platform/session/session.ts'

/** Rows of the store's own blocklist. */

export interface NewBlocked {
  readonly name: string
  readonly mobile: string
  readonly identifyNo: string
  readonly contacts: readonly string[]
}

/** Returns a page, newest first, with numbers masked. */
export async function listBlocked(
  db: Executor,
  { dealerId }: Scope,
  { pageStart, pageCount }: { readonly pageStart: number; readonly pageCount: number },
) {
  const of = db.selectFrom('store_blocklist').where('dealer_id', '=', dealerId)
  const { total } = await of.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const data = await of
    .select((eb) => [
      'id',
      eb.fn<string>('mask_text', ['name']).as('name'),
      eb.fn<string>('mask_mobile', ['mobile']).as('mobile'),
      eb.fn<string>('mask_id_no', ['identify_no']).as('identifyNo'),
      sql<string[]>`array(select mask_text(c) from unnest(contacts) as c)`.as('contacts'),
      'member_name as userName',
      eb.fn<number>('epoch', ['created_at']).as('createdAt'),
    ])
    .orderBy('id', 'desc')
    .limit(pageCount)
    .offset((pageStart - 1) * pageCount)
    .execute()
  return { data, total }
}

/** Inserts people who are not on the list yet, and returns their ids. */
export async function insertBlocked(
  db: Executor,
  { dealerId }: Scope,
  rows: readonly NewBlocked[],
  by: { readonly memberName: string; readonly at: Date },
): Promise<number[]> {
  const { rows: inserted } = await sql<{ id: number }>`
    insert into ${target('store_blocklist')} (dealer_id, name, mobile, identify_no, contacts, member_name, created_at)
    select ${dealerId}::int, b.name, b.mobile, b.identify_no, string_to_array(b.contacts, e'\n'), ${by.memberName}, ${by.at}::timestamptz
    from unnest(${rows.map(({ name }) => name)}::text[], ${rows.map(({ mobile }) => mobile)}::text[],
                ${rows.map(({ identifyNo }) => identifyNo)}::text[], ${rows.map(({ contacts }) => contacts.join('\n'))}::text[])
           as b (name, mobile, identify_no, contacts)
    on conflict do nothing
    returning id`.execute(db)
  return inserted.map(({ id }) => id)
}

/** Removes an entry and returns its numbers masked; undefined if it does not exist. */
export const deleteBlocked = (db: Executor, { dealerId }: Scope, id: number) =>
  db
    .deleteFrom('store_blocklist')
    .where('dealer_id', '=', dealerId)
    .where('id', '=', id)
    .returning((eb) => [
      eb.fn<string>('mask_mobile', ['mobile']).as('mobile'),
      eb.fn<string>('mask_id_no', ['identify_no']).as('identifyNo'),
    ])
    .executeTakeFirst()
