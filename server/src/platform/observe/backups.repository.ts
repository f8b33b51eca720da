import { sql } from 'kysely'
import type { Executor } from '../db/client.ts'

/** Runs of backups (`backup_run`). The doctor and the gauges read them. */

export type RunKind = 'base' | 'files' | 'noted'

export interface BackupRun {
  readonly kind: RunKind
  readonly startedAt: Date
  readonly endedAt: Date
  /** The backup's place, as shown to operators. */
  readonly place: string
  readonly bytes: number | null
  /** Why it failed; null after a success. */
  readonly failure: string | null
}

const keptDays = 90

/** Records a run and deletes those that no one looks at any more. */
export async function insertRun(db: Executor, run: BackupRun): Promise<void> {
  await db
    .insertInto('backup_run')
    .values({
      kind: run.kind,
      started_at: run.startedAt,
      ended_at: run.endedAt,
      place: run.place,
      bytes: run.bytes,
      failure: run.failure,
    })
    .execute()
  const old = new Date(run.endedAt.getTime() - keptDays * 86_400_000)
  await db.deleteFrom('backup_run').where('ended_at', '<', old).execute()
}

/** The last success of a kind, and the failure after it, if there was one. */
export interface BackupState {
  /** The beginning of the last complete backup: later changes are not in it. Null if there is none. */
  readonly succeededAt: Date | null
  readonly failedAt: Date | null
  readonly failure: string | null
}

export type BackupOf = 'database' | 'files'

const kindsOf: Readonly<Record<BackupOf, readonly RunKind[]>> = {
  database: ['base', 'noted'],
  files: ['base', 'files'],
}

export async function findState(db: Executor, of: BackupOf): Promise<BackupState> {
  const kinds = kindsOf[of]
  const success = await db
    .selectFrom('backup_run')
    .select(['id', 'started_at'])
    .where('kind', 'in', kinds)
    .where('failure', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const failed = await db
    .selectFrom('backup_run')
    .select(['ended_at', 'failure'])
    .where('kind', 'in', kinds)
    .where('failure', 'is not', null)
    .where('id', '>', success?.id ?? 0)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    succeededAt: success?.started_at ?? null,
    failedAt: failed?.ended_at ?? null,
    failure: failed?.failure ?? null,
  }
}

/** The first migration of the database: without a backup its age counts from there. */
export async function findBeginning(db: Executor): Promise<Date> {
  const { rows } = await sql<{ at: string }>`select min(timestamp) as at from kysely_migration`.execute(db)
  return new Date(rows[0]?.at ?? 0)
}

/** WAL that is no change of ours: the header of a segment, and what PostgreSQL notes by itself in an idle database. */
const idleBytes = 320

/**
 * Seconds since the last segment was archived, or since the start of PostgreSQL, if there are changes behind that segment; 0 without such
 * changes, and of a database that does not archive. After a promotion the last one may be a history, which has no position.
 */
export async function readArchiveDelay(db: Executor): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from clock_timestamp()
      - greatest(a.last_archived_time, a.stats_reset, pg_postmaster_start_time()))::float8 as seconds
    from pg_stat_archiver a
      cross join lateral (select pg_size_bytes(current_setting('wal_segment_size')) as bytes) segment
      left join lateral (
        select ('x' || substring(a.last_archived_wal from '^[0-9A-F]{8}([0-9A-F]{8})[0-9A-F]{8}'))::bit(32)::bigint::numeric * 4294967296
          + (('x' || substring(a.last_archived_wal from '^[0-9A-F]{16}([0-9A-F]{8})'))::bit(32)::bigint + 1) * segment.bytes as position
      ) archived on true
    where current_setting('archive_mode') <> 'off' and not pg_is_in_recovery()
      and pg_current_wal_insert_lsn() - '0/0'::pg_lsn > coalesce(archived.position, 0) + ${idleBytes}::int`.execute(
    db,
  )
  return Math.max(0, rows[0]?.seconds ?? 0)
}
