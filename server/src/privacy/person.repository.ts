import { personState } from '@showroom/contract/privacy/privacy.schema'
import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { target } from '../platform/db/target.ts'
import type { Key } from '../platform/personal/personal.repository.ts'
import type { Person } from '../platform/personal/personal.ts'
import { announceWork } from '../platform/queues/queue.repository.ts'
import type { Claimed, QueueTable } from '../platform/queues/table.repository.ts'
import type { Scope } from '../platform/session/session.ts'

/** Requests about a person, with the progress of the worker. */

/** Numbers of rows found in a table. */
export interface FoundRows {
  readonly own: number
  readonly mentions: number
  readonly kept: number
  /** Keys of the person's rows, for a copy; only until the request ends. They may be numbers. */
  readonly keys?: readonly Key[]
}
export type Found = Readonly<Record<string, FoundRows>>

export interface PersonRow {
  readonly memberId: number
  readonly ip: string
  readonly state: number
  readonly shown: string
  readonly person: Person
  readonly found: Found
  readonly step: string
  readonly cursor: Key | null
  readonly files: readonly string[]
}
export type ClaimedPerson = Claimed<PersonRow>

export const persons: QueueTable<'person_request', PersonRow> = {
  queue: 'persons',
  table: 'person_request',
  waits: sql`w.state in (0, 2)`,
  dueAt: 'lease_until',
  since: 'created_at',
  token: 'lease_holder',
  leaseSeconds: 120,
  columns: sql`
    w.member_id as "memberId", w.ip, w.state, w.shown, w.person, w.found, w.step, w.cursor, w.files`,
}

export async function insertPerson(
  db: Executor,
  scope: Scope,
  { shown, person, ip, now }: { shown: string; person: Person; ip: string; now: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('person_request')
    .values({
      dealer_id: scope.dealerId,
      member_id: scope.memberId,
      shown,
      person: JSON.stringify(person),
      ip,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await announceWork(db, 'persons', [scope.dealerId], now)
  return id
}

export interface ListedPerson extends Pick<PersonRow, 'state' | 'shown' | 'found' | 'step'> {
  readonly id: number
  readonly byName: string
  readonly createdAt: number
  readonly endedAt: number
  readonly names: readonly string[]
}

/** Requests shown on the page. */
const listed = 50

/** Lists the store's latest requests. The names are those of the customers found, masked in SQL. */
export async function listPersons(db: Executor, { dealerId }: Scope): Promise<ListedPerson[]> {
  const { rows } = await sql<ListedPerson>`
    select p.id, p.state, p.shown, p.found, p.step, m.name as "byName",
           epoch(p.created_at) as "createdAt", coalesce(epoch(p.ended_at), 0) as "endedAt",
           coalesce((select array_agg(left(c.name, 1) || '**' order by c.id) from customer c
             where c.dealer_id = ${dealerId} and p.state in (0, 1)
               and c.id = any(array(select jsonb_array_elements_text(p.person -> 'customer')::bigint))), '{}') as names
    from person_request p join member m on m.dealer_id = ${dealerId} and m.id = p.member_id
    where p.dealer_id = ${dealerId}
    order by p.id desc limit ${listed}`.execute(db)
  return rows
}

/** Finds a request of the store. With `isLocked` no other call changes it until the transaction ends. */
export async function findPerson(
  db: Executor,
  { dealerId }: Scope,
  id: number,
  isLocked = false,
): Promise<Pick<PersonRow, 'state' | 'shown' | 'found'> | undefined> {
  const { rows } = await sql<Pick<PersonRow, 'state' | 'shown' | 'found'>>`
    select p.state, p.shown, p.found from person_request p
    where p.dealer_id = ${dealerId} and p.id = ${id} ${isLocked ? sql`for update` : sql``}`.execute(db)
  return rows[0]
}

/** Starts the erasure in the name of the member who confirmed it. The walk begins at the first table. */
export async function startErasure(
  db: Executor,
  { dealerId, memberId }: Scope,
  id: number,
  { ip, now }: { ip: string; now: Date },
): Promise<void> {
  await db
    .updateTable('person_request')
    .set({
      state: personState.erasing,
      member_id: memberId,
      ip,
      confirmed_at: now,
      found: '{}',
      step: '',
      cursor: null,
      lease_until: null,
    })
    .where('dealer_id', '=', dealerId)
    .where('id', '=', id)
    .execute()
  await announceWork(db, 'persons', [dealerId], now)
}

/** Other files of the found customers: those they were merged into, and those merged into them. */
export async function listRelatives(
  db: Executor,
  dealerId: number,
  ids: readonly number[],
  joins: readonly number[],
): Promise<{ id: number; name: string; numbers: string[] }[]> {
  const { rows } = await sql<{ id: number; name: string; numbers: string[] }>`
    select c.id, c.name, array[c.mobile, c.weixin, c.identify_no] as numbers from customer c
    where c.dealer_id = ${dealerId} and c.id = any(${[...joins]}::bigint[])
    union
    select c.id, c.name, array[c.mobile, c.weixin, c.identify_no] from customer c
    where c.dealer_id = ${dealerId} and c.merged_into_id = any(${[...ids, ...joins]}::bigint[])`.execute(db)
  return rows
}

/** Lists the workbooks of imports under way, which may be read again. */
export async function listWaitingWorkbooks(
  db: Executor,
  dealerId: number,
): Promise<{ readonly key: string; readonly failedKey: string }[]> {
  const { rows } = await sql<{ key: string; failedKey: string }>`
    select file_key as key, failed_key as "failedKey" from customer_import
    where dealer_id = ${dealerId} and finished_at is null order by 1`.execute(db)
  return rows
}

/** Lists the store's workbooks that may still exist: exports of the last days, and files of imports. */
export async function listWorkbooks(db: Executor, dealerId: number, since: Date): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select e.file_key as key from export_log e where e.dealer_id = ${dealerId} and e.created_at >= ${since}
    union
    select k.key from customer_import i, unnest(array[case when i.finished_at is not null then i.file_key end, i.failed_key]) as k (key)
    where i.dealer_id = ${dealerId} and k.key <> ''
    order by 1`.execute(db)
  return rows.map(({ key }) => key)
}

/** The clear numbers end with the request. */
export const withoutNumbers = sql`w.person || '{"number": "", "numbers": [], "names": []}'::jsonb`

/** Ends the store's requests that no one confirmed. */
export async function expireBefore(db: Executor, dealerId: number, before: Date, now: Date): Promise<void> {
  await sql`
    update ${target('person_request')} w set state = ${personState.expired}, ended_at = ${now}, found = '{}', person = ${withoutNumbers}
    where w.dealer_id = ${dealerId} and w.state = 1 and w.created_at < ${before}`.execute(db)
}
