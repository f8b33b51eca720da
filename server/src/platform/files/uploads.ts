import type { Clock } from '../clock.ts'
import type { Database, Executor } from '../db/client.ts'
import type { Job } from '../jobs.ts'
import type { Logger } from '../log.ts'
import { isUploadOf } from './files.ts'
import type { FileKind, FileStore, Uploader, UploadParams, Verdict } from './files.ts'

/** Uploads: the server issues a ticket, the browser sends the file directly to the storage, and a record then uses it. */

/** Hours after which an unused upload is removed. */
export const unusedHours = 24

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
export async function leaveUpload(
  { db, session, now }: Taker,
  files: FileStore,
  fileName: string,
  shared?: { readonly maxBytes: number },
): Promise<UploadParams | undefined> {
  const params = await files.uploadParams(session, fileName, now, shared)
  if (params) await noteUpload({ db, session, now }, params.key)
  return params
}

/** Records an upload, so that it is removed if unused. Also for uploads without a ticket. */
export async function noteUpload({ db, session, now }: Taker, key: string): Promise<void> {
  await db
    .insertInto('upload')
    .values({ dealer_id: session.dealerId, key, member_id: session.memberId, asked_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Result of using an upload in a record. */
export type Taken = 'taken' | 'missing' | Exclude<Verdict, 'clean'>

/** Error texts for files that are not accepted. */
export const scanTexts = {
  infected: '文件未通过安全检查，请更换文件',
  unscanned: '文件安全检查暂不可用，请稍后重试',
} as const

/**
 * Uses one of the member's own uploads in a record, within the call's transaction: from then on it is kept. A missing file, or one of
 * someone else, is `missing`, so knowing a key grants no access. If a scanner is configured, only clean files are accepted.
 */
export async function takeUpload(
  context: Taker,
  files: FileStore,
  folder: FileKind['folder'],
  key: string,
): Promise<Taken> {
  const taken = await checkUpload(context, files, folder, key)
  if (taken !== 'taken') return taken
  return (await keepUpload(context, files, key)) ? 'taken' : 'missing'
}

/**
 * Second half of `takeUpload`, for callers that read the file in between: keeps a checked upload. Returns false if it was removed
 * meanwhile.
 */
export async function keepUpload(
  { db, session, now }: Taker,
  files: FileStore,
  key: string,
): Promise<boolean> {
  // Waits for a running `removeUnused` of this row; then the file is gone.
  await db
    .updateTable('upload')
    .set({ used_at: now })
    .where('dealer_id', '=', session.dealerId)
    .where('key', '=', key)
    .where('used_at', 'is', null)
    .execute()
  return files.has(session.dealerId, key)
}

/** First half of `takeUpload`, for files that are read once and then left to be removed. */
export async function checkUpload(
  { session }: Pick<Taker, 'session'>,
  files: FileStore,
  folder: FileKind['folder'],
  key: string,
): Promise<Taken> {
  if (!isUploadOf(session, folder, key) || !(await files.has(session.dealerId, key))) return 'missing'
  const verdict = await files.scan(key)
  return verdict === 'clean' ? 'taken' : verdict
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

/** Locks the rows until their files are deleted: a record that wants to use one waits and then finds it missing. */
const removeUnused = (db: Database, files: FileStore, dealerId: number, before: Date): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    const rows = await transaction
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
    if (keys.length === 0) return 0
    for (const key of keys) await files.remove(key)
    await transaction
      .deleteFrom('upload')
      .where('dealer_id', '=', dealerId)
      .where('key', 'in', keys)
      .execute()
    return keys.length
  })
