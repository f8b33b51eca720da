import type { Managed } from '@showroom/contract/team/rank.rules'
import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { notify } from '../platform/db/notify.ts'
import type { Scope } from '../platform/session/session.ts'

/** The settings that calls change, by their columns. */
export interface Settings {
  readonly topic: string
  readonly address: string
  readonly phone: string
  readonly online_policy: number
  readonly policy_fail: number
  readonly policy_delay: number
  readonly policy_delivery: number
  readonly forbid_sales_login_pc: boolean
  readonly city_pool_enable: boolean
  readonly ranks_members: boolean
  readonly work_starts: string
  readonly work_ends: string
  readonly sign_whites: readonly number[]
  readonly sign_alert: boolean
  readonly sign_rest_days: readonly number[]
  readonly clear_within_minutes: number
  readonly follow_within_minutes: number
  readonly file_max_mb: number
  readonly file_quota_mb: number
  /** Null while daily reports are off. */
  readonly daily_since: string | null
  readonly daily_at: string
}

const settingColumns = [
  'topic',
  'address',
  'phone',
  'online_policy',
  'policy_fail',
  'policy_delay',
  'policy_delivery',
  'forbid_sales_login_pc',
  'city_pool_enable',
  'ranks_members',
  'work_starts',
  'work_ends',
  'sign_whites',
  'sign_alert',
  'sign_rest_days',
  'clear_within_minutes',
  'follow_within_minutes',
  'file_max_mb',
  'file_quota_mb',
  'daily_since',
  'daily_at',
] as const satisfies readonly (keyof Settings)[]

export type LockedSettings = Settings & { readonly group_id: number }

/** Locks the store's settings until the end of the transaction, so that concurrent changes see each other. */
export const lockSettings = (db: Executor, { dealerId }: Scope): Promise<LockedSettings> =>
  db
    .selectFrom('dealer')
    .select([...settingColumns, 'group_id'])
    .where('id', '=', dealerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

export async function setSettings(
  db: Executor,
  { dealerId }: Scope,
  changed: Partial<Settings>,
): Promise<void> {
  const { sign_whites: whites, sign_rest_days: restDays, ...plain } = changed
  await db
    .updateTable('dealer')
    .set({
      ...plain,
      ...(whites && { sign_whites: [...whites] }),
      ...(restDays && { sign_rest_days: [...restDays] }),
    })
    .where('id', '=', dealerId)
    .execute()
  await notify(db, 'session_changed', [`dealer:${dealerId}`])
}

/** Reads the settings that the store's pages show, with the announcement's author and the number of active members. */
export async function getProfile(db: Executor, { dealerId }: Scope) {
  return db
    .selectFrom('dealer as d')
    .leftJoinLateral(
      (join) =>
        join
          .selectFrom('dealer_topic')
          .select(['member_name', 'created_at'])
          .where('dealer_id', '=', dealerId)
          .orderBy('id', 'desc')
          .limit(1)
          .as('t'),
      (on) => on.onTrue(),
    )
    .select((eb) => [
      ...settingColumns.map((column) => `d.${column}` as const),
      'd.group_id',
      // Leaves out former members, who need not sign in anyway.
      sql<number[]>`array(
        select w.id from unnest(d.sign_whites) with ordinality as w (id, place)
        join member m on m.dealer_id = ${dealerId} and m.id = w.id and m.left_at is null order by w.place)`.as(
        'whites',
      ),
      't.member_name as topic_name',
      eb.fn<number>('epoch', ['t.created_at']).as('topic_at'),
      eb
        .selectFrom('member')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where('dealer_id', '=', dealerId)
        .where('left_at', 'is', null)
        .as('member_count'),
      eb
        .selectFrom('dealer_file')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where('dealer_id', '=', dealerId)
        .as('file_count'),
    ])
    .where('d.id', '=', dealerId)
    .executeTakeFirstOrThrow()
}

export async function insertTopic(
  db: Executor,
  { dealerId, memberId }: Scope,
  topic: { readonly content: string; readonly memberName: string; readonly at: Date },
): Promise<void> {
  await db
    .insertInto('dealer_topic')
    .values({
      dealer_id: dealerId,
      content: topic.content,
      member_id: memberId,
      member_name: topic.memberName,
      created_at: topic.at,
    })
    .execute()
}

/** Returns announcements, newest first. */
export async function listTopics(
  db: Executor,
  { dealerId }: Scope,
  { pageStart, pageCount }: { readonly pageStart: number; readonly pageCount: number },
) {
  const of = db.selectFrom('dealer_topic').where('dealer_id', '=', dealerId)
  const { total } = await of.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const data = await of
    .select((eb) => [
      'id',
      eb.fn<string>('mask_text', ['content']).as('content'),
      'member_name as userName',
      eb.fn<number>('epoch', ['created_at']).as('createdAt'),
    ])
    .orderBy('id', 'desc')
    .limit(pageCount)
    .offset((pageStart - 1) * pageCount)
    .execute()
  return { data, total }
}

/** Active members by id, for the rules of rank. */
export async function listMembers(
  db: Executor,
  { dealerId }: Scope,
): Promise<ReadonlyMap<number, Managed & { readonly name: string }>> {
  const rows = await db
    .selectFrom('member')
    .select(['id as memberId', 'name', 'role', 'modules'])
    .where('dealer_id', '=', dealerId)
    .where('left_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.memberId, row]))
}

/** Counts waiting leads by their indexes: to be cleaned, not reached, and to be assigned. */
export async function countWaitingLeads(db: Executor, { dealerId }: Scope) {
  const { rows } = await sql<{ waiting: number; unreachable: number; unassigned: number }>`
    select (select count(*)::int from lead where dealer_id = ${dealerId} and tab = 1) as waiting,
           (select count(*)::int from lead where dealer_id = ${dealerId} and tab = 5) as unreachable,
           (select count(*)::int from lead where dealer_id = ${dealerId} and status = 5) as unassigned`.execute(
    db,
  )
  return rows[0] ?? { waiting: 0, unreachable: 0, unassigned: 0 }
}
