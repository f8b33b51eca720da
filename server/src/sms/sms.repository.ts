import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { seesOwner } from '../platform/db/conditions.ts'
import type { Scope } from '../platform/session/session.ts'

/** Templates and messages. */

export const listTemplates = (db: Executor, { dealerId }: Scope) =>
  db
    .selectFrom('sms_template')
    .select((eb) => [
      'id',
      'subject',
      'content',
      'user_name as userName',
      eb.fn<number>('epoch', ['updated_at']).as('updatedAt'),
    ])
    .where('dealer_id', '=', dealerId)
    .orderBy('id')
    .execute()

export const findTemplate = (db: Executor, { dealerId }: Scope, id: number) =>
  db
    .selectFrom('sms_template')
    .select(['subject', 'content'])
    .where('dealer_id', '=', dealerId)
    .where('id', '=', id)
    .executeTakeFirst()

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

/** What a message is filled in with, in clear. */
export interface Addressee {
  readonly name: string
  readonly mobile: string
  readonly ownerName: string
  readonly ownerMobile: string
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
    .select(['c.name', 'c.mobile', 'm.name as ownerName', 'a.mobile as ownerMobile'])
    .where('d.dealer_id', '=', dealerId)
    // In words, not as a parameter: a plan made for any parameter would not find the partial index.
    .where(sql<boolean>`d.is_current`)
    .where('c.merged_into_id', 'is', null)

/** Whoever this is, whoever asks: for the message that goes. */
export const findAddressee = (
  db: Executor,
  scope: Scope,
  customerId: number,
): Promise<Addressee | undefined> =>
  addressee(db, scope).where('d.customer_id', '=', customerId).executeTakeFirst()

/** One of the customers that the member sees; the newest of them for 0. */
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

/** Messages to a customer since then that went, or may still go. */
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
    readonly subject: string
    readonly content: string
    readonly at: Date
  },
): Promise<void> {
  await db
    .insertInto('sms_message')
    .values({
      dealer_id: dealerId,
      customer_id: message.customerId,
      member_id: memberId,
      subject: message.subject,
      content: message.content,
      created_at: message.at,
    })
    .execute()
}

export interface Waiting {
  readonly dealerId: number
  readonly id: number
  readonly customerId: number
  readonly memberId: number
  readonly subject: string
  readonly content: string
}

/** Takes the oldest message of all stores that waits, so that nobody else sends it; undefined where none does. */
export async function claimMessage(db: Executor, now: Date): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    update sms_message m set state = 3, settled_at = ${now}::timestamptz
    from (select dealer_id, id from sms_message where state = 0 order by created_at limit 1 for update skip locked) due
    where m.dealer_id = due.dealer_id and m.id = due.id
    returning m.dealer_id as "dealerId", m.id, m.customer_id as "customerId", m.member_id as "memberId", m.subject, m.content`.execute(
    db,
  )
  return rows[0]
}

/** Messages whose process was killed on the way: nobody knows whether they went, and nobody sends them twice. */
export async function claimLost(db: Executor, before: Date): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    update sms_message m set state = 2, failure = '发送中断，结果未知'
    where m.state = 3 and m.settled_at < ${before}
    returning m.dealer_id as "dealerId", m.id, m.customer_id as "customerId", m.member_id as "memberId", m.subject, m.content`.execute(
    db,
  )
  return rows
}

export async function settleMessage(
  db: Executor,
  { dealerId, id }: Waiting,
  outcome: { readonly failure: string; readonly at: Date },
): Promise<void> {
  await db
    .updateTable('sms_message')
    .set({ state: outcome.failure ? 2 : 1, failure: outcome.failure, settled_at: outcome.at })
    .where('dealer_id', '=', dealerId)
    .where('id', '=', id)
    .execute()
}

/** Messages go with the file that their customer has become. */
export async function moveMessages(
  db: Executor,
  { dealerId }: Scope,
  { masterId, slaveId }: { readonly masterId: number; readonly slaveId: number },
): Promise<void> {
  await db
    .updateTable('sms_message')
    .set({ customer_id: masterId })
    .where('dealer_id', '=', dealerId)
    .where('customer_id', '=', slaveId)
    .execute()
}
