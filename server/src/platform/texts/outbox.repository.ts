import { sql } from 'kysely'
import type { Executor } from '../db/client.ts'
import { announceWork } from '../queues/queue.repository.ts'
import type { Claimed, QueueTable } from '../queues/table.repository.ts'
import type { Reseal } from '../config/seal.ts'

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

/** A text to be sent, or to be queried for delivery if it `was` sent before. */
export interface TextRow {
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
export type ClaimedText = Claimed<TextRow>

/** The texts of a queue. While one is being sent its state is `underWay`, so that the next holder knows it may have gone out. */
export const textsOf = (queue: TextQueue): QueueTable<'sms_outbox', TextRow> => ({
  queue,
  table: 'sms_outbox',
  waits: sql`w.due_at is not null and ${queue === 'codes' ? sql`w.kind = 1` : sql`w.kind in (2, 3)`}`,
  // A text that waits for the customer's hours has no code.
  retried: { where: sql`w.state in (0, 1) and w.code <> ''`, since: 'created_at' },
  leaseSeconds: 2 * 60,
  order: sql`w.kind, w.due_at`,
  claims: sql`state = case w.state when ${sql.lit(textState.sent)} then w.state else ${sql.lit(textState.underWay)} end`,
  // The number of tries begins again after the result, for the delivery queries.
  held: ({ was }) => sql`w.state = ${was === textState.sent ? was : textState.underWay}`,
  before: sql`w.state`,
  columns: sql`
    w.kind, w.mobile, w.sealed, w.about, due.state as was, w.tries, w.expires_at as "expiresAt", w.created_at as "createdAt",
    w.settled_at as "settledAt", w.provider, w.receipt`,
})

/** Texts that are not sent yet. */
export const toSend = sql`w.due_at is not null and w.state in (0, 1)`

export async function findByTicket(db: Executor, ticketHash: Buffer) {
  const row = await db
    .selectFrom('sms_outbox')
    .select(['state', 'code'])
    .where('ticket_hash', '=', ticketHash)
    .executeTakeFirst()
  return row
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
