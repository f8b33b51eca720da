import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { transact } from '../db/client.ts'
import type { Database, Executor } from '../db/client.ts'
import type { Job } from '../jobs.ts'
import type { Logger } from '../log.ts'
import { isUploadOf } from './files.ts'
import type { FileKind, FileStore, Uploader, UploadParams, Verdict } from './files.ts'

/** Uploads: the server issues a ticket, the browser sends the file directly to the storage, and a record then uses it. */

/** Hours after which an unused upload is removed. */
export const unusedHours = 24

/** Value of `asked_at` that marks an upload for removal: no record may take it any more. */
const givenUpAt = new Date(0)

/** Actor of an upload: a member by a call, or another system (member 0). */
interface Taker {
  readonly db: Executor
  readonly session: Uploader
  readonly now: Date
}

/**
 * Issues a ticket to upload one file and records it, so that an unused upload can be removed. Undefined for a file type that is not
 * accepted.
 */
export async function issueUploadTicket(
  { db, session, now }: Taker,
  files: FileStore,
  fileName: string,
  shared?: { readonly maxBytes: number },
): Promise<UploadParams | undefined> {
  const params = await files.uploadParams(session, fileName, now, shared)
  if (params) await recordUpload({ db, session, now }, params.key)
  return params
}

/** Records an upload, so that it is removed if unused. Also for uploads without a ticket. */
export async function recordUpload({ db, session, now }: Taker, key: string): Promise<void> {
  await db
    .insertInto('upload')
    .values({ dealer_id: session.dealerId, key, member_id: session.memberId, asked_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Result of using an upload in a record. */
export type Taken = 'taken' | 'missing' | Exclude<Verdict, 'clean'>

/** An upload as `checkUpload` found it. */
export interface CheckedUpload {
  readonly key: string
  /** `taken`: it may be. */
  readonly result: Taken
  /** No record had taken it: until one does, the tidying may remove it. */
  readonly isUnused: boolean
}

/** Error texts for files that are not accepted. */
export const scanTexts = {
  infected: '文件未通过安全检查，请更换文件',
  unscanned: '文件安全检查暂不可用，请稍后重试',
} as const

/**
 * Looks for an upload of the member's own and has it scanned, before the transaction that takes it: both ask other systems. Anybody
 * else's file, or none, is `missing`: a key that was seen somewhere opens no way to it. Where a scanner is configured nothing is taken
 * that it did not find clean.
 */
export async function checkUpload(
  { db, session }: Pick<Taker, 'db' | 'session'>,
  files: FileStore,
  folder: FileKind['folder'],
  key: string,
): Promise<CheckedUpload> {
  if (!isUploadOf(session, folder, key)) return { key, result: 'missing', isUnused: false }
  // The note first: one that goes in between takes its file along before it.
  const note = await db
    .selectFrom('upload')
    .select(['asked_at', 'used_at'])
    .where('dealer_id', '=', session.dealerId)
    .where('key', '=', key)
    .executeTakeFirst()
  const isUnused = note?.used_at === null
  const isGoing = isUnused && note.asked_at <= givenUpAt
  if (isGoing || !(await files.has(session.dealerId, key))) return { key, result: 'missing', isUnused }
  const verdict = await files.scan(key)
  return { key, result: verdict === 'clean' ? 'taken' : verdict, isUnused }
}

/**
 * Takes a checked upload into a record, in the transaction: from then on it stays. `missing` where the tidying has given it up since, or
 * nothing was checked.
 */
export async function keepUpload(
  { db, session, now }: Taker,
  checked: CheckedUpload | undefined,
): Promise<Taken> {
  if (checked?.result !== 'taken') return checked?.result ?? 'missing'
  if (!checked.isUnused) return 'taken'
  const kept = await db
    .updateTable('upload')
    .set({ used_at: sql`coalesce(used_at, ${now})` })
    .where('dealer_id', '=', session.dealerId)
    .where('key', '=', checked.key)
    .where((where) => where.or([where('used_at', 'is not', null), where('asked_at', '>', givenUpAt)]))
    .executeTakeFirst()
  return kept.numUpdatedRows > 0 ? 'taken' : 'missing'
}

/**
 * Returns those keys that the member uploaded and no record uses yet. Returns none if a scanner is configured, as they are not scanned yet.
 */
export async function unusedOf(
  { db, session }: Pick<Taker, 'db' | 'session'>,
  files: FileStore,
  keys: readonly string[],
): Promise<string[]> {
  if (files.scans || keys.length === 0) return []
  const rows = await db
    .selectFrom('upload')
    .select('key')
    .where('dealer_id', '=', session.dealerId)
    .where('member_id', '=', session.memberId)
    .where('key', 'in', keys)
    .where('used_at', 'is', null)
    .execute()
  return rows.map(({ key }) => key)
}

/** Maximum number of rows per transaction. */
const batch = 200

/** Removes uploads that were not used within a day. For used ones it deletes only the row of the ticket. */
export const tidyUploads = (db: Database, files: FileStore, clock: Clock, log: Logger): Job => ({
  name: 'tidy-uploads',
  for: 'stores',
  cron: '23 * * * *',
  async run() {
    const before = new Date(clock().getTime() - unusedHours * 3_600_000)
    const dealers = await db.selectFrom('dealer').select('id').orderBy('id').execute()
    let removed = 0
    for (const { id } of dealers) {
      for (;;) {
        const count = await removeUnused(db, files, id, before)
        removed += count
        if (count < batch) break
      }
      await db.deleteFrom('upload').where('dealer_id', '=', id).where('used_at', '<', before).execute()
    }
    if (removed > 0) log.info({ removed }, 'unused uploads removed')
  },
})

/**
 * Uploads are given up in one transaction, their files removed after it, their notes last: a record takes none that is given up, and
 * where the process ends in between the next run goes on. Returns how many were removed.
 */
async function removeUnused(db: Database, files: FileStore, dealerId: number, before: Date): Promise<number> {
  const keys = await giveUp(db, dealerId, before)
  if (keys.length === 0) return 0
  for (const key of keys) await files.remove(key)
  await db
    .deleteFrom('upload')
    .where('dealer_id', '=', dealerId)
    .where('key', 'in', keys)
    .where('asked_at', '=', givenUpAt)
    .execute()
  return keys.length
}

/** Claims one batch of keys; keys that a record is taking at the moment are skipped. */
const giveUp = (db: Database, dealerId: number, before: Date): Promise<string[]> =>
  transact(db, async (trx) => {
    const rows = await trx
      .selectFrom('upload')
      .select('key')
      .where('dealer_id', '=', dealerId)
      .where('used_at', 'is', null)
      .where('asked_at', '<', before)
      .orderBy('asked_at')
      .limit(batch)
      .forUpdate()
      .skipLocked()
      .execute()
    const keys = rows.map(({ key }) => key)
    if (keys.length > 0)
      await trx
        .updateTable('upload')
        .set({ asked_at: givenUpAt })
        .where('dealer_id', '=', dealerId)
        .where('key', 'in', keys)
        .execute()
    return keys
  })
