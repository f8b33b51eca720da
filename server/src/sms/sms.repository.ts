import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { seesOwner } from '../platform/db/conditions.ts'
import type { Scope } from '../platform/session/session.ts'

/** Queries for message templates and messages. */

/** Keeps other members from adding a template to the store until the transaction ends. */
export async function lockTemplates(db: Executor, { dealerId }: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('text templates of a store'), ${dealerId}::int)`.execute(db)
}

export const listTemplates = (db: Executor, { dealerId }: Scope) =>
  db
    .selectFrom('sms_template')
    .select((eb) => [
      'id',
      eb.fn<string>('mask_text', ['subject']).as('subject'),
      eb.fn<string>('mask_text', ['content']).as('content'),
      'user_name as userName',
      eb.fn<number>('epoch', ['updated_at']).as('updatedAt'),
    ])
    .where('dealer_id', '=', dealerId)
    .orderBy('id')
    .execute()

const templateOf = (db: Executor, { dealerId }: Scope, id: number) =>
  db
    .selectFrom('sms_template')
    .select(['subject', 'content'])
    .where('dealer_id', '=', dealerId)
    .where('id', '=', id)

export const findTemplate = (db: Executor, scope: Scope, id: number) =>
  templateOf(db, scope, id).executeTakeFirst()

/** Locks a template and returns it as it is then; undefined if there is none. */
export const lockTemplate = (db: Executor, scope: Scope, id: number) =>
  templateOf(db, scope, id).forUpdate().executeTakeFirst()

interface Template {
  readonly subject: string
  readonly content: string
  readonly userName: string
  readonly at: Date
}

export async function insertTemplate(db: Executor, { dealerId }: Scope, one: Template): Promise<number> {
  const { id } = await db
    .insertInto('sms_template')
    .values({
      dealer_id: dealerId,
      subject: one.subject,
      content: one.content,
      user_name: one.userName,
      updated_at: one.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateTemplate(
  db: Executor,
  { dealerId }: Scope,
  id: number,
  one: Template,
): Promise<void> {
  await db
    .updateTable('sms_template')
    .set({ subject: one.subject, content: one.content, user_name: one.userName, updated_at: one.at })
    .where('dealer_id', '=', dealerId)
    .where('id', '=', id)
    .execute()
}

export async function deleteTemplate(db: Executor, { dealerId }: Scope, id: number): Promise<void> {
  await db.deleteFrom('sms_template').where('dealer_id', '=', dealerId).where('id', '=', id).execute()
}

/** Values for the placeholders of a message, unmasked. */
export interface Addressee {
  readonly name: string
  readonly mobile: string
  readonly ownerName: string
  readonly ownerMobile: string
  /** The customer receives no texts. */
  readonly isDeclined: boolean
}

const addressee = (db: Executor, { dealerId }: Scope) =>
  db
    .selectFrom('deal as d')
    .innerJoin('customer as c', (join) =>
      join.onRef('c.id', '=', 'd.customer_id').on('c.dealer_id', '=', dealerId),
    )
    .innerJoin('member as m', (join) =>
      join.onRef('m.id', '=', 'd.owner_id').on('m.dealer_id', '=', dealerId),
    )
    .innerJoin('account as a', 'a.id', 'm.account_id')
    .select([
      'c.name',
      'c.mobile',
      'c.no_sms as isDeclined',
      'm.name as ownerName',
      'a.mobile as ownerMobile',
    ])
    .where('d.dealer_id', '=', dealerId)
    // A literal condition, not a parameter: a generic plan could not use the partial index.
    .where(sql<boolean>`d.is_current`)
    .where('c.merged_into_id', 'is', null)

/** Finds any customer of the store, seen by the member or not. Used for the message that is sent. */
export const findAddressee = (
  db: Executor,
  scope: Scope,
  customerId: number,
): Promise<Addressee | undefined> =>
  addressee(db, scope).where('d.customer_id', '=', customerId).executeTakeFirst()

/** Finds a customer that the member sees; with id 0, the newest one. */
export async function findSeenAddressee(
  db: Executor,
  scope: Scope,
  customerId: number,
): Promise<Addressee | undefined> {
  let seen = db
    .selectFrom('deal as d')
    .select('d.customer_id')
    .where('d.dealer_id', '=', scope.dealerId)
    .where(sql<boolean>`d.is_current`)
    .where(seesOwner(scope, 'd.owner_id'))
  seen = customerId
    ? seen.where('d.customer_id', '=', customerId)
    : seen.orderBy('d.created_at', 'desc').orderBy('d.id', 'desc').limit(1)
  return addressee(db, scope).where('d.customer_id', '=', seen).executeTakeFirst()
}

/** Counts messages to a customer since `since` that were sent or may still be sent. */
export async function countMessages(
  db: Executor,
  { dealerId }: Scope,
  customerId: number,
  since: Date,
): Promise<number> {
  const { total } = await db
    .selectFrom('sms_message')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('dealer_id', '=', dealerId)
    .where('customer_id', '=', customerId)
    .where('created_at', '>=', since)
    .where('state', '<>', 2)
    .executeTakeFirstOrThrow()
  return total
}

export async function insertMessage(
  db: Executor,
  { dealerId, memberId }: Scope,
  message: {
    readonly customerId: number
    readonly activityId?: number
    readonly subject: string
    readonly content: string
    readonly at: Date
  },
): Promise<number> {
  const { id } = await db
    .insertInto('sms_message')
    .values({
      dealer_id: dealerId,
      customer_id: message.customerId,
      activity_id: message.activityId ?? null,
      member_id: memberId,
      subject: message.subject,
      content: message.content,
      created_at: message.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Why a message is out of date: its appointment has ended, or its number has left the file. */
export async function findOutdated(
  db: Executor,
  { dealerId, id }: { readonly dealerId: number; readonly id: number },
  mobile: string,
): Promise<'STALE' | 'RENUMBERED' | undefined> {
  const { rows } = await sql<{ why: 'STALE' | 'RENUMBERED' | null }>`
    select case when a.completed_at is not null or a.cancelled_at is not null then 'STALE'
                when c.mobile <> ${mobile} and not contact_numbers(c.second_phone) @> array[${mobile}]::text[] then 'RENUMBERED'
           end as why
    from sms_message s
    join customer c on c.dealer_id = ${dealerId} and c.id = s.customer_id
    left join activity a on a.dealer_id = ${dealerId} and a.id = s.activity_id
    where s.dealer_id = ${dealerId} and s.id = ${id}`.execute(db)
  return rows[0]?.why ?? undefined
}

/** Stores the delivery result and returns the message; undefined if there is none. */
export async function storeMessageResult(
  db: Executor,
  { dealerId, id }: { readonly dealerId: number; readonly id: number },
  outcome: { readonly failure: string; readonly at: Date },
) {
  return db
    .updateTable('sms_message')
    .set({ state: outcome.failure ? 2 : 1, failure: outcome.failure, settled_at: outcome.at })
    .where('dealer_id', '=', dealerId)
    .where('id', '=', id)
    .returning(['customer_id as customerId', 'member_id as memberId', 'subject'])
    .executeTakeFirst()
}

export const findCurrentDeal = (db: Executor, { dealerId }: Scope, customerId: number) =>
  db
    .selectFrom('customer as c')
    .innerJoin('deal as d', (join) =>
      join.onRef('d.id', '=', 'c.current_deal_id').on('d.dealer_id', '=', dealerId),
    )
    .select(['d.id', 'd.level'])
    .where('c.dealer_id', '=', dealerId)
    .where('c.id', '=', customerId)
    .executeTakeFirst()
