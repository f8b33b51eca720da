import type { NoticeKind } from '@showroom/contract/notice/notice.rules'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { statement } from '../platform/db/statement.ts'
import { chained, target } from '../platform/db/target.ts'
import { RawAnswer } from '../platform/http/answer.ts'
import type { Scope } from '../platform/session/session.ts'
import { announceDevicePushes, withDevicePushes } from './device-push.repository.ts'
import { announcePushes, withPushes } from './push.repository.ts'

export interface NewNotice {
  readonly memberId: number
  readonly kind: NoticeKind
  /** Must not contain unmasked numbers. Names are allowed. */
  readonly text: string
  readonly customerId?: number
  readonly leadId?: number
  readonly orderId?: number
}

interface InsertedNotice {
  readonly dealerId: number
  readonly now: Date
  readonly notices: string
  readonly memberIds: readonly number[]
}

/** The notices are passed as JSON, so that one SQL text serves any number of them. */
const insertAll = statement<InsertedNotice, Queued>(
  ({ dealerId, now, notices, memberIds }) => sql`
    with made as (
      insert into ${target('notice', memberIds)} (dealer_id, member_id, kind, text, customer_id, lead_id, order_id, created_at)
      select ${dealerId}::int, n."memberId", n.kind, n.text, n."customerId", n."leadId", n."orderId", ${now}::timestamptz
      from jsonb_to_recordset(${notices}::jsonb)
        as n ("memberId" bigint, kind smallint, text text, "customerId" bigint, "leadId" bigint, "orderId" bigint)
      returning id, member_id, kind
    ), ${withQueued(dealerId, now)}`,
)

/** Whether the notices were added to the queues of WeCom and of Web Push. */
interface Queued {
  readonly isPushed: boolean
  readonly isBeeped: boolean
}

/** Queues the messages for the notices `made`. */
const withQueued = (dealerId: unknown, now: unknown): RawBuilder<Queued> => {
  const [store, at] = [sql`${dealerId}::int`, sql`${now}::timestamptz`]
  return sql`${withPushes(store, at)}, ${withDevicePushes(store, at)}
    select exists (select from pushed) as "isPushed", exists (select from beeped) as "isBeeped"`
}

async function announce(db: Executor, scope: Scope, now: Date, queued: Queued | undefined): Promise<void> {
  if (queued?.isPushed) await announcePushes(db, scope, now)
  if (queued?.isBeeped) await announceDevicePushes(db, scope, now)
}

/** Inserts notices to members of the scope's dealer, and queues messages by WeCom and Web Push for members who want them. */
export async function insertNotices(
  db: Executor,
  scope: Scope,
  notices: readonly NewNotice[],
  now: Date,
): Promise<void> {
  if (notices.length === 0) return
  const [made] = await insertAll(db, {
    dealerId: scope.dealerId,
    now,
    notices: JSON.stringify(notices),
    memberIds: [...new Set(notices.map(({ memberId }) => memberId))],
  })
  await announce(db, scope, now, made)
}

/** Inserts a notice for the members without an unread one of this kind. */
export async function insertFirstNotices(
  db: Executor,
  scope: Scope,
  memberIds: readonly number[],
  notice: Pick<NewNotice, 'kind' | 'text'>,
  now: Date,
): Promise<void> {
  const { dealerId } = scope
  const { rows } = await sql<Queued>`
    ${chained} with made as (
      insert into ${target('notice', memberIds)} (dealer_id, member_id, kind, text, created_at)
      select ${dealerId}::int, m.id, ${notice.kind}::smallint, ${notice.text}, ${now}::timestamptz
      from member m
      where m.dealer_id = ${dealerId} and m.id = any(${memberIds}::bigint[]) and m.id not in (
        select n.member_id from notice n
        where n.dealer_id = ${dealerId} and n.member_id = any(${memberIds}::bigint[]) and n.kind = ${notice.kind} and n.read_at is null)
      returning id, member_id, kind
    ), ${withQueued(dealerId, now)}`.execute(db)
  await announce(db, scope, now, rows[0])
}

/** Lists the member's notices older than `before`, newest first, with the total of unread ones. */
export async function listNotices(
  db: Executor,
  scope: Scope,
  page: { readonly before: number; readonly pageCount: number },
): Promise<RawAnswer> {
  const before = page.before || Number.MAX_SAFE_INTEGER
  const { rows } = await sql<{ answer: string }>`
    select json_build_object('data', page.data, 'hasMore', page.found > ${page.pageCount}::int, 'unread', (
             select count(*) from notice
             where dealer_id = ${scope.dealerId} and member_id = ${scope.memberId} and read_at is null))::text as answer
    from (
      select count(*) as found,
             coalesce(json_agg(json_build_object(
               'id', id, 'kind', kind, 'text', mask_text(text), 'customerId', coalesce(customer_id, 0),
               'clueId', coalesce(lead_id, 0), 'orderId', coalesce(order_id, 0), 'createdAt', epoch(created_at), 'isRead', read_at is not null) order by id desc)
               filter (where place <= ${page.pageCount}::int), '[]') as data
      from (
        select *, row_number() over (order by id desc) as place from notice
        where dealer_id = ${scope.dealerId} and member_id = ${scope.memberId} and id < ${before}
        order by id desc limit ${page.pageCount}::int + 1) as n
    ) as page`.execute(db)
  return new RawAnswer(rows[0]?.answer ?? '{}')
}

/** Marks the member's notices as read, by id and up to an id. Returns how many stay unread. */
export async function readNotices(
  db: Executor,
  scope: Scope,
  which: { readonly ids: readonly number[]; readonly upTo: number },
  now: Date,
): Promise<number> {
  await sql`
    update ${target('notice', [scope.memberId])} set read_at = ${now}::timestamptz
    where dealer_id = ${scope.dealerId} and member_id = ${scope.memberId} and read_at is null
      and (id = any(${which.ids}::bigint[]) or id <= ${which.upTo})`.execute(db)
  const { unread } = await db
    .selectFrom('notice')
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .where('dealer_id', '=', scope.dealerId)
    .where('member_id', '=', scope.memberId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return unread
}
