import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { target } from '../platform/db/target.ts'
import { announceWork } from '../platform/queues/queue.repository.ts'
import type { Claimed, QueueTable } from '../platform/queues/table.repository.ts'
import type { Scope } from '../platform/session/session.ts'
import type { Subscription } from '../platform/webpush/webpush.ts'
import { pushed } from './push.repository.ts'

/** Pushes to the browsers of members. */

/**
 * Part of the statement that inserts the notices `made`: queues one push for each device and kind. A kind that waits already is not queued again: its
 * push counts the notices when it is sent.
 */
export const withDevicePushes = (
  dealerId: RawBuilder<unknown>,
  now: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
    beeped as (
      insert into ${target('device_push')} (dealer_id, push_device_id, kind, due_at)
      select distinct ${dealerId}, d.id, made.kind, ${now}
      from made
      join ${pushed} as g (kind, name) on g.kind = made.kind
      join member m on m.dealer_id = ${dealerId} and m.id = made.member_id
      join push_device d on d.account_id = m.account_id and d.at_dealer_id = ${dealerId} and d.proof is null
      left join notice_wish w on w.dealer_id = ${dealerId} and w.member_id = made.member_id
      where not g.name = any(coalesce(w.muted, '{}'))
      on conflict (dealer_id, push_device_id, kind) where state = 0 do nothing
      returning id)`

/** Announces a store's pushes, in the transaction that queued them. */
export const announceDevicePushes = (db: Executor, { dealerId }: Scope, now: Date): Promise<void> =>
  announceWork(db, 'devicePushes', [dealerId], now)

interface DevicePushRow {
  readonly tries: number
  readonly deviceId: number
  readonly kind: number
}
export type DevicePush = Claimed<DevicePushRow>

/** `state`: 0 waiting, 1 sent, 2 given up with the reason in `failure`. */
export const devicePushes: QueueTable<'device_push', DevicePushRow> = {
  queue: 'devicePushes',
  table: 'device_push',
  waits: sql`w.state = 0`,
  leaseSeconds: 2 * 60,
  columns: sql`w.tries, w.push_device_id as "deviceId", w.kind`,
}

export const finishedDevicePushes = sql`w.state > 0`

export interface Beep extends Subscription {
  readonly store: string
  /** The newest unread notice of the kind, and how many there are. */
  readonly notice: number
  readonly count: number
}

/** Returns the push to send; undefined if the notices were read, or the device has no active member any more. */
export async function findBeep(
  db: Executor,
  { dealerId, deviceId, kind }: DevicePush,
): Promise<Beep | undefined> {
  const { rows } = await sql<Beep>`
    select d.endpoint, d.p256dh, d.auth, s.name as store, n.notice, n.count
    from push_device d
    join member m on m.dealer_id = ${dealerId} and m.account_id = d.account_id and m.status = 0 and m.left_at is null
    join dealer s on s.id = ${dealerId}
    cross join lateral (
      select max(id) as notice, count(*)::int as count from notice
      where dealer_id = ${dealerId} and member_id = m.id and kind = ${kind} and read_at is null) n
    where d.id = ${deviceId} and d.at_dealer_id = ${dealerId} and d.proof is null and n.count > 0`.execute(db)
  return rows[0]
}
