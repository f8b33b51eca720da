import { noticeKind, pushGroupOf, pushGroups } from '@showroom/contract/notice/notice.rules'
import type { PushGroup } from '@showroom/contract/notice/notice.rules'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { announceWork, ofStore } from '../platform/queues/queue.repository.ts'
import type { Waiting } from '../platform/queues/queue.repository.ts'
import type { Scope } from '../platform/session/session.ts'
import { isWecomBound, wecomUserOf } from '../platform/wecom/binding.ts'

/** WeCom messages for notices, and the members' choices about them. */

export const groupNames = Object.keys(pushGroups) as PushGroup[]
const pushed = Object.values(noticeKind).flatMap((kind) => {
  const group = pushGroupOf[kind]
  return group ? [{ kind, group }] : []
})

/** Part of the statement that inserts the notices `made`: queues those whose members are bound to WeCom and want them. */
export const withPushes = (
  dealerId: RawBuilder<unknown>,
  now: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
    pushed as (
      insert into notice_push (dealer_id, notice_id, due_at)
      select ${dealerId}, made.id, ${now}
      from made
      join unnest(${pushed.map(({ kind }) => kind)}::smallint[], ${pushed.map(({ group }) => group)}::text[]) as g (kind, name)
        on g.kind = made.kind
      join member m on m.dealer_id = ${dealerId} and m.id = made.member_id
      left join notice_wish w on w.dealer_id = ${dealerId} and w.member_id = made.member_id
      where ${isWecomBound('m.account_id')} and not g.name = any(coalesce(w.muted, '{}'))
      returning notice_id)`

/** Announces a store's WeCom messages, in the transaction that queued them. */
export const announcePushes = (db: Executor, { dealerId }: Scope, now: Date): Promise<void> =>
  announceWork(db, 'pushes', [dealerId], now)

export const waitingPushes: Waiting = (dealerId) =>
  sql`select dealer_id, due_at from notice_push where state = 0 and ${ofStore(dealerId)}`

export interface Push {
  readonly dealerId: number
  readonly noticeId: number
  readonly tries: number
}

/**
 * Claims due messages of a store; the lease ends at `leaseUntil`. The subquery that locks them runs once, however the rest is joined: a
 * join that ran it again would skip the rows it has locked and claim more than the limit.
 */
export async function claimPushes(
  db: Executor,
  dealerId: number,
  { now, leaseUntil, limit }: { readonly now: Date; readonly leaseUntil: Date; readonly limit: number },
): Promise<Push[]> {
  const { rows } = await sql<Push>`
    with due as materialized (
      select notice_id from notice_push where dealer_id = ${dealerId} and state = 0 and due_at <= ${now}
      order by due_at limit ${limit} for update skip locked
    )
    update notice_push p set tries = p.tries + 1, due_at = ${leaseUntil}::timestamptz
    from due
    where p.dealer_id = ${dealerId} and p.notice_id = due.notice_id
    returning p.dealer_id as "dealerId", p.notice_id as "noticeId", p.tries`.execute(db)
  return rows
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
  { dealerId, noticeId }: Push,
  corpId: string,
): Promise<Letter | undefined> {
  const { rows } = await sql<Omit<Letter, 'userId'> & { readonly userId: string | null }>`
    select n.kind, mask_text(n.text) as text, coalesce(n.customer_id, 0) as "customerId", coalesce(n.lead_id, 0) as "clueId",
           coalesce(n.order_id, 0) as "orderId", ${wecomUserOf('m.account_id', corpId)} as "userId"
    from notice n
    join member m on m.dealer_id = ${dealerId} and m.id = n.member_id and m.status = 0 and m.left_at is null
    where n.dealer_id = ${dealerId} and n.id = ${noticeId} and n.read_at is null`.execute(db)
  const [letter] = rows
  return letter?.userId ? { ...letter, userId: letter.userId } : undefined
}

/** Marks a message as sent, or as given up with the reason in `failure`. */
export async function storePushResult(
  db: Executor,
  { dealerId, noticeId }: Push,
  how: { readonly state: 1 | 2; readonly failure: string },
): Promise<void> {
  await db
    .updateTable('notice_push')
    .set(how)
    .where('dealer_id', '=', dealerId)
    .where('notice_id', '=', noticeId)
    .execute()
}

/** Schedules the next try. */
export async function postponePush(
  db: Executor,
  { dealerId, noticeId }: Push,
  later: { readonly dueAt: Date; readonly failure: string },
): Promise<void> {
  await db
    .updateTable('notice_push')
    .set({ due_at: later.dueAt, failure: later.failure })
    .where('dealer_id', '=', dealerId)
    .where('notice_id', '=', noticeId)
    .execute()
}

/** The groups that a member has muted for WeCom. */
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
