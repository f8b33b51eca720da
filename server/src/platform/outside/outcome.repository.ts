import { sql } from 'kysely'
import type { FailureKind } from '@showroom/contract/system/system.names'
import type { Executor } from '../db/client.ts'
import { target } from '../db/target.ts'

/** Table `outside_door`: outcomes of requests to outside systems, by system. */

export interface Outcome {
  readonly name: string
  readonly succeededAt: Date | null
  readonly failedAt: Date | null
  /** The first failure since the last success; null if the last request succeeded. */
  readonly failingSince: Date | null
  readonly failure: FailureKind | ''
  /** Failures in a row since the last success. */
  readonly failures: number
}

export const listOutcomes = async (db: Executor): Promise<readonly Outcome[]> =>
  (await db
    .selectFrom('outside_door')

    .select([
      'name',
      'succeeded_at as succeededAt',
      'failed_at as failedAt',
      'failing_since as failingSince',
      'failure',
      'failures',
    ])
    .execute()) as readonly Outcome[]

/** Adds an outcome to those of other processes. */
export async function addOutcome(db: Executor, outcome: Outcome): Promise<void> {
  const { name, succeededAt, failedAt, failingSince, failure, failures } = outcome
  await sql`
    insert into ${target('outside_door')} as d (name, succeeded_at, failed_at, failing_since, failure, failures)
    values (${name}, ${succeededAt}, ${failedAt}, ${failingSince}, ${failure}, ${failures})
    on conflict (name) do update set
      succeeded_at = greatest(d.succeeded_at, excluded.succeeded_at),
      failed_at = greatest(d.failed_at, excluded.failed_at),
      failing_since = case
        when excluded.succeeded_at is null then coalesce(d.failing_since, excluded.failing_since) else excluded.failing_since end,
      failure = case when excluded.failed_at is null then d.failure else excluded.failure end,
      failures = excluded.failures + case when excluded.succeeded_at is null then d.failures else 0 end`.execute(
    db,
  )
}
