import { kindOfAction } from '@showroom/contract/kernel/audit'
import { sql } from 'kysely'
import type pg from 'pg'
import { readBackupAges } from '../backup/watch.ts'
import { createDatabase, openPool, transact } from '../../platform/db/client.ts'
import type { Database, Executor } from '../../platform/db/client.ts'
import { lockNetwork } from '../../platform/db/network-lock.ts'
import { notify } from '../../platform/db/notify.ts'
import { createLog } from '../../platform/observe/log.ts'
import type { FileStore } from '../../platform/files/files.ts'
import type { AllTables } from '../../platform/tables/describe.ts'
import type { Key } from './store.rows.ts'

/** Shared by merges and removals of stores: the stores, one command at a time, the backup before, and the place up to which it is done. */

/** Thrown if the state of the stores does not permit the work; the message gives the reason. */
export class Unmovable extends Error {
  override readonly name = 'Unmovable'
}

export interface StoreDeps {
  readonly url: string
  readonly tables: AllTables
  readonly files: Pick<FileStore, 'list' | 'read' | 'write' | 'size' | 'remove'>
  readonly filesInBucket: boolean
  readonly now: () => Date
  /** Makes open pages refetch, and cached counts of a store expire. */
  readonly changed: (dealerId: number) => void
  readonly say: (line: string) => void
}

export interface Store {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly groupId: number | null
  readonly closedAt: Date | null
  readonly mergedIntoId: number | null
}

export async function findStore(db: Executor, code: string): Promise<Store> {
  const { rows } = await sql<Store>`
    select id, code, name, group_id as "groupId", closed_at as "closedAt", merged_into_id as "mergedIntoId"
    from dealer where code = ${code}`.execute(db)
  if (!rows[0]) throw new Unmovable(`No store has the code ${code}.`)
  return rows[0]
}

/** The place from which a run continues an interrupted one. */
export interface Place {
  readonly step: 'files' | 'copy' | 'join' | 'delete'
  readonly table?: string
  readonly after?: Key
  /** Newest versions of the other store at the beginning, by table. */
  readonly versions?: Readonly<Record<string, number>>
}
export interface Move {
  readonly intoId: number | null
  readonly place: Place
  readonly endedAt: Date | null
}

export async function findMove(db: Executor, dealerId: number): Promise<Move | undefined> {
  const { rows } = await sql<Move>`
    select into_id as "intoId", place, ended_at as "endedAt" from store_move where store_id = ${dealerId}`.execute(
    db,
  )
  return rows[0]
}

/** Begins a move, unless the stores were opened, closed or moved to another group since they were checked. */
export const beginMove = (
  db: Database,
  dealerId: number,
  intoId: number | null,
  place: Place,
  now: Date,
): Promise<void> =>
  transact(db, async (trx) => {
    await lockNetwork(trx)
    const { numAffectedRows } = await sql`
      insert into store_move (store_id, into_id, place, began_at)
      select id, ${intoId}::int, ${JSON.stringify(place)}, ${now}::timestamptz from dealer d
      where id = ${dealerId} and closed_at is not null
        and (${intoId}::int is null or exists (
          select from dealer where id = ${intoId} and closed_at is null and group_id = d.group_id))`.execute(
      trx,
    )
    if (numAffectedRows !== 1n) throw new Unmovable('The stores were changed meanwhile. Run this again.')
  })

/** Sets the place within the transaction of a batch. Throws if the store was opened, or the place is not the one before. */
export async function advance(db: Executor, dealerId: number, from: Place, to: Place): Promise<void> {
  const { numAffectedRows } = await sql`
    update store_move set place = ${JSON.stringify(to)}
    where store_id = ${dealerId} and place = ${JSON.stringify(from)}::jsonb
      and exists (select from dealer where id = ${dealerId} and closed_at is not null)`.execute(db)
  if (numAffectedRows !== 1n) throw new Unmovable('Another command changed the store meanwhile.')
}

/** Turns to the erasing of a store's rows. Its members leave before, because no one may read half a store. */
export async function beginErasing(db: Executor, dealerId: number, from: Place, now: Date): Promise<void> {
  await advance(db, dealerId, from, { step: 'delete' })
  await sql`update member set left_at = ${now} where dealer_id = ${dealerId} and left_at is null`.execute(db)
  await notify(db, 'session_changed', [`dealer:${dealerId}`])
}

export async function endMove(db: Executor, dealerId: number, now: Date): Promise<void> {
  await sql`update store_move set ended_at = ${now} where store_id = ${dealerId}`.execute(db)
}

/** A merge and a removal cannot be taken back: the backup before them is the way back. */
export async function checkBackup(db: Database, filesInBucket: boolean, now: Date): Promise<void> {
  for (const { of, succeededAt } of await readBackupAges(db, { filesInBucket, now }))
    if (!succeededAt || now.getTime() - succeededAt.getTime() > 3_600_000)
      throw new Unmovable(
        `The last backup of the ${of} ${succeededAt ? `began at ${succeededAt.toISOString()}` : 'is missing'}. This cannot be undone: ` +
          'make a backup (docs/backup.md), then run this again within an hour.',
      )
}

/** Records what was done to a store, and notifies every process, which reads sessions and the directories of stores again. */
export async function recordMove(
  db: Executor,
  dealerIds: readonly number[],
  record: string,
  detail: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<void> {
  for (const dealerId of dealerIds)
    await sql`
      insert into audit (dealer_id, action, kind, record, detail, at)
      values (${dealerId}, 'setting', ${kindOfAction('setting')}, ${record}, ${JSON.stringify({ ...detail, source: 'npm run network' })}, ${now})`.execute(
      db,
    )
  await notify(
    db,
    'session_changed',
    dealerIds.map((id) => `dealer:${id}`),
  )
  await notify(db, 'lead_backlog', dealerIds.map(String))
}

/** Runs the work on its own connections, unless another process merges or removes a store. */
export async function moving<Result>(url: string, work: (db: Database) => Promise<Result>): Promise<Result> {
  const pool = openPool(
    url,
    { max: 2, statement_timeout: 600_000, application_name: 'showroom-stores' },
    createLog('silent'),
  )
  const db = createDatabase(pool, () => undefined)
  let lock: pg.PoolClient | undefined
  try {
    lock = await pool.connect()
    const { rows } = await lock.query<{ held: boolean }>(
      `select pg_try_advisory_lock(hashtext('showroom stores')) as held`,
    )
    if (rows[0]?.held !== true) throw new Unmovable('Another process merges or removes a store now.')
    return await work(db)
  } finally {
    // Ended here, because a closed connection keeps it a moment longer.
    await lock?.query('select pg_advisory_unlock_all()').catch(() => undefined)
    lock?.release(true)
    await db.destroy()
  }
}
