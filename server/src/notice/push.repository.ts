import { noticeKind, pushGroupOf, pushGroups } from '@showroom/contract/notice/notice.rules'
import type { PushGroup } from '@showroom/contract/notice/notice.rules'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { target } from '../platform/db/target.ts'
import { announceWork } from '../platform/queues/queue.repository.ts'
import type { Claimed, QueueTable } from '../platform/queues/table.repository.ts'
import type { Scope } from '../platform/session/session.ts'
import { isWecomBound, wecomUserOf } from '../platform/wecom/binding.repository.ts'

/** WeCom messages for notices, and the members' choices about them. */

export const groupNames = Object.keys(pushGroups) as PushGroup[]
const kinds = Object.values(noticeKind).flatMap((kind) => {
  const group = pushGroupOf[kind]
  return group ? [{ kind, group }] : []
})
/** Kinds of notices that leave the bell, with the names of their groups. */
export const pushed = sql`unnest(${kinds.map(({ kind }) => kind)}::smallint[], ${kinds.map(({ group }) => group)}::text[])`

/** Part of the statement that inserts the notices `made`: queues those whose members are bound to WeCom and want them. */
export const withPushes = (
  dealerId: RawBuilder<unknown>,
  now: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
    pushed as (
      insert into ${target('notice_push')} (dealer_id, notice_id, due_at)
      select ${dealerId}, made.id, ${now}
      from made
      join ${pushed} as g (kind, name) on g.kind = made.kind
      join member m on m.dealer_id = ${dealerId} and m.id = made.member_id
      left join notice_wish w on w.dealer_id = ${dealerId} and w.member_id = made.member_id
      where ${isWecomBound('m.account_id')} and not g.name = any(coalesce(w.muted, '{}'))
      returning notice_id)`

/** Deletes WeCom messages about customers that wait. */
export async function dropPushes(
  db: Executor,
  { dealerId }: Scope,
  customerIds: readonly number[],
): Promise<void> {
  await sql`
    delete from ${target('notice_push')} p
    where p.dealer_id = ${dealerId} and p.state = 0 and p.notice_id in (
      select n.id from notice n where n.dealer_id = ${dealerId} and n.customer_id = any(${[...customerIds]}::bigint[]))`.execute(
    db,
  )
}

/** Announces a store's WeCom messages, in the transaction that queued them. */
export const announcePushes = (db: Executor, { dealerId }: Scope, now: Date): Promise<void> =>
  announceWork(db, 'pushes', [dealerId], now)

export interface PushRow {
  readonly tries: number
}
export type Push = Claimed<PushRow>

/** `state`: 0 waiting, 1 sent, 2 given up with the reason in `failure`. */
export const pushes: QueueTable<'notice_push', PushRow> = {
  queue: 'pushes',
  table: 'notice_push',
  id: 'notice_id',
  waits: sql`w.state = 0`,
  leaseSeconds: 2 * 60,
  columns: sql`w.tries`,
}

export interface Letter {
  readonly kind: keyof typeof pushGroupOf
  /** Numbers are masked. */
  readonly text: string
  readonly customerId: number
  readonly clueId: number
  readonly orderId: number
  readonly userId: string
}

/** Returns the message to send; undefined if the notice was read meanwhile or its member can no longer receive it. */
export async function findLetter(
  db: Executor,
  { dealerId, id }: Push,
  corpId: string,
): Promise<Letter | undefined> {
  const { rows } = await sql<Omit<Letter, 'userId'> & { readonly userId: string | null }>`
    select n.kind, mask_text(n.text) as text, coalesce(n.customer_id, 0) as "customerId", coalesce(n.lead_id, 0) as "clueId",
           coalesce(n.order_id, 0) as "orderId", ${wecomUserOf('m.account_id', corpId)} as "userId"
    from notice n
    join member m on m.dealer_id = ${dealerId} and m.id = n.member_id and m.status = 0 and m.left_at is null
    where n.dealer_id = ${dealerId} and n.id = ${id} and n.read_at is null`.execute(db)
  const [letter] = rows
  return letter?.userId ? { ...letter, userId: letter.userId } : undefined
}

/** The groups that a member has muted. */
export async function findMuted(db: Executor, { dealerId, memberId }: Scope): Promise<readonly string[]> {
  const row = await db
    .selectFrom('notice_wish')
    .select('muted')
    .where('dealer_id', '=', dealerId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row?.muted ?? []
}

export async function saveMuted(
  db: Executor,
  { dealerId, memberId }: Scope,
  muted: readonly PushGroup[],
): Promise<void> {
  await db
    .insertInto('notice_wish')
    .values({ dealer_id: dealerId, member_id: memberId, muted: [...muted] })
    .onConflict((conflict) => conflict.columns(['dealer_id', 'member_id']).doUpdateSet({ muted: [...muted] }))
    .execute()
}

/** Pushes that were sent or given up. */
export const finishedPushes = sql`w.state > 0`
