import { sql } from 'kysely'
import type { Executor } from '../db/client.ts'
import { announceWork, ofStore } from '../queues/queue.repository.ts'
import type { Waiting } from '../queues/queue.repository.ts'
import type { Reseal } from '../seal.ts'

/** Outbox of texts of all stores. Codes belong to no store, because they are requested before sign-in. */

export const textKind = { code: 1, own: 2, customer: 3 } as const
export type TextKind = (typeof textKind)[keyof typeof textKind]

export const textState = {
  waiting: 0,
  underWay: 1,
  sent: 2,
  refused: 3,
  delivered: 4,
  undelivered: 5,
} as const
export type TextState = (typeof textState)[keyof typeof textState]

/** Codes have a separate queue with its own capacity, so that they never wait behind other texts. */
export type TextQueue = 'codes' | 'texts'
const queueOf = (kind: TextKind): TextQueue => (kind === textKind.code ? 'codes' : 'texts')
const kindsOf = (queue: TextQueue) => (queue === 'codes' ? sql`kind = 1` : sql`kind in (2, 3)`)

export const waitingTexts =
  (queue: TextQueue): Waiting =>
  (dealerId) =>
    sql`select dealer_id, due_at from sms_outbox where due_at is not null and ${kindsOf(queue)} and ${ofStore(dealerId)}`

export interface NewText {
  /** The store the text is sent for; 0 for a code. */
  readonly dealerId: number
  readonly kind: TextKind
  readonly mobile: string
  readonly sealed: Buffer | null
  readonly about: string
  readonly ticketHash: Buffer | null
  readonly dueAt: Date | null
  readonly expiresAt: Date
  readonly at: Date
}

export async function insertText(db: Executor, text: NewText): Promise<void> {
  await db
    .insertInto('sms_outbox')
    .values({
      dealer_id: text.dealerId,
      kind: text.kind,
      mobile: text.mobile,
      sealed: text.sealed,
      about: text.about,
      ticket_hash: text.ticketHash,
      state: text.dueAt ? textState.waiting : textState.sent,
      due_at: text.dueAt,
      expires_at: text.expiresAt,
      created_at: text.at,
    })
    .execute()
  await announceWork(db, queueOf(text.kind), [text.dealerId], text.at)
}

/** A claimed text: to be sent, or to be queried for delivery if it `was` sent before. */
export interface Claimed {
  readonly dealerId: number
  readonly id: number
  readonly kind: TextKind
  readonly mobile: string
  readonly sealed: Buffer | null
  readonly about: string
  readonly was: TextState
  readonly tries: number
  readonly expiresAt: Date
  readonly createdAt: Date
  readonly settledAt: Date | null
  readonly provider: number
  readonly receipt: string
}

/** Claims due texts of a store. The claim expires at `leaseUntil`. */
export async function claimTexts(
  db: Executor,
  queue: TextQueue,
  dealerId: number,
  claim: {
    readonly now: Date
    readonly leaseUntil: Date
    readonly limit: number
  },
): Promise<Claimed[]> {
  const { now, leaseUntil, limit } = claim
  const { rows } = await sql<Claimed>`
    with due as materialized (
      select id, state from sms_outbox where dealer_id = ${dealerId} and ${kindsOf(queue)} and due_at <= ${now}
      order by kind, due_at limit ${limit} for update skip locked
    )
    update sms_outbox o
    set state = case when due.state = ${textState.sent} then due.state else ${textState.underWay} end,
        tries = o.tries + 1, due_at = ${leaseUntil}::timestamptz
    from due
    where o.dealer_id = ${dealerId} and o.id = due.id
    returning o.dealer_id as "dealerId", o.id, o.kind, o.mobile, o.sealed, o.about, due.state as was, o.tries, o.expires_at as "expiresAt",
              o.created_at as "createdAt", o.settled_at as "settledAt", o.provider, o.receipt`.execute(db)
  return rows
}

export interface Outcome {
  readonly state: 'sent' | 'refused' | 'delivered' | 'undelivered'
  readonly code: string
  readonly at: Date
  readonly provider?: number
  readonly receipt?: string
  /** When to query the delivery state. */
  readonly askAt?: Date | null
}

/** Stores a text's result and deletes its content. Returns false if another process has stored one already. */
export async function storeTextResult(
  db: Executor,
  { dealerId, id, was }: Pick<Claimed, 'dealerId' | 'id' | 'was'>,
  outcome: Outcome,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sms_outbox')
    .set({
      state: textState[outcome.state],
      code: outcome.code,
      sealed: null,
      tries: 0,
      due_at: outcome.askAt ?? null,
      settled_at: outcome.at,
      ...(outcome.provider !== undefined && { provider: outcome.provider, receipt: outcome.receipt ?? '' }),
    })
    .where('dealer_id', '=', dealerId)
    .where('id', '=', id)
    .where('state', '=', was === textState.sent ? textState.sent : textState.underWay)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Sets the time of the next try or query; null for never. */
export async function postponeText(
  db: Executor,
  { dealerId, id, was }: Pick<Claimed, 'dealerId' | 'id' | 'was'>,
  { dueAt, code }: { readonly dueAt: Date | null; readonly code: string },
): Promise<void> {
  await db
    .updateTable('sms_outbox')
    .set({ state: was === textState.sent ? textState.sent : textState.waiting, due_at: dueAt, code })
    .where('dealer_id', '=', dealerId)
    .where('id', '=', id)
    .execute()
}

export async function findByTicket(db: Executor, ticketHash: Buffer) {
  const row = await db
    .selectFrom('sms_outbox')
    .select(['state', 'code'])
    .where('ticket_hash', '=', ticketHash)
    .executeTakeFirst()
  return row
}

export async function countWaiting(db: Executor): Promise<number> {
  const { total } = await db
    .selectFrom('sms_outbox')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('due_at', 'is not', null)
    .where('state', 'in', [textState.waiting, textState.underWay])
    .executeTakeFirstOrThrow()
  return total
}

export async function removeOld(db: Executor, before: Date): Promise<void> {
  await db.deleteFrom('sms_outbox').where('created_at', '<', before).execute()
}

/** Seals waiting texts for another server secret. Returns how many cannot be sent any more. */
export async function resealTexts(db: Executor, reseal: Reseal): Promise<number> {
  let lost = 0
  const rows = await db
    .selectFrom('sms_outbox')
    .select(['id', 'sealed'])
    .where('sealed', 'is not', null)
    .execute()
  for (const { id, sealed } of rows) {
    const again = sealed && reseal(sealed, 'texts on their way')
    if (again) await db.updateTable('sms_outbox').set({ sealed: again }).where('id', '=', id).execute()
    else lost += 1
  }
  return lost
}
