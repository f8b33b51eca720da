import type { Executor } from '../../platform/db/client.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Metrics } from '../../platform/observe/metrics.ts'
import type { Archiver } from './archiver.ts'
import { findBeginning, findState, readArchiveDelay } from '../../platform/observe/backups.repository.ts'
import type { BackupOf, BackupState } from '../../platform/observe/backups.repository.ts'

/** Age and failures of backups, as gauges and for the doctor. */

export interface BackupAge extends BackupState {
  readonly of: BackupOf
  /** Since the last complete backup; without one since the database was made. */
  readonly seconds: number
}

/** Uploads in a bucket need no backup of ours. */
const watched = (filesInBucket: boolean): BackupOf[] => (filesInBucket ? ['database'] : ['database', 'files'])

export async function readBackupAges(
  db: Executor,
  { filesInBucket, now }: { readonly filesInBucket: boolean; readonly now: Date },
): Promise<BackupAge[]> {
  const ages: BackupAge[] = []
  for (const of of watched(filesInBucket)) {
    const state = await findState(db, of)
    const since = state.succeededAt ?? (await findBeginning(db))
    ages.push({ of, ...state, seconds: Math.max(0, (now.getTime() - since.getTime()) / 1000) })
  }
  return ages
}

/** Adds the gauges of backups. They have the same values on every process, except that the one which archives also knows the WAL
 * on its way. */
export function watchBackups(
  metrics: Pick<Metrics, 'watch' | 'watchEach'>,
  db: Executor,
  options: {
    readonly filesInBucket: boolean
    readonly clock: Clock
    readonly archiver?: Pick<Archiver, 'delay'> | undefined
  },
): void {
  const { filesInBucket, clock, archiver } = options
  const gauge = (name: string, help: string, read: (age: BackupAge) => number): void =>
    metrics.watchEach(name, help, 'of', async () => {
      const ages = await readBackupAges(db, { filesInBucket, now: clock() })
      return new Map(ages.map((age) => [age.of, read(age)]))
    })
  gauge(
    'showroom_backup_age_seconds',
    'Time since the last complete backup began; without one since the database was made',
    ({ seconds }) => seconds,
  )
  gauge('showroom_backup_failed', 'Whether the last backup failed', ({ failedAt }) =>
    Number(failedAt !== null),
  )
  metrics.watch(
    'showroom_backup_wal_delay_seconds',
    'Age of the oldest changes of the database that are not in the backup; 0 without such changes, or without archiving',
    async () => Math.max(await readArchiveDelay(db), (await archiver?.delay()) ?? 0),
  )
}
