import type { Clock } from '../clock.ts'
import type { Database, Executor } from '../db/client.ts'
import type { Job } from '../jobs.ts'
import type { Logger } from '../log.ts'
import { isUploadOf } from './files.ts'
import type { FileKind, FileStore, Uploader, UploadParams, Verdict } from './files.ts'

/** Uploads: a leave is given, the browser sends the file straight to where files are kept, and a record takes it. */

/** The hours that an upload waits for a record to take it; then it goes. */
export const unusedHours = 24

/** Whoever uploads, by a call or as another system: member 0. */
interface Taker {
  readonly db: Executor
  readonly session: Uploader
  readonly now: Date
}

/** A leave to upload one file, kept so that what nobody uses can go. Undefined for a type of file that the product does not take. */
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

/** Notes an upload, so that it goes if nothing takes it: one that came without a leave too. */
export async function noteUpload({ db, session, now }: Taker, key: string): Promise<void> {
  await db
    .insertInto('upload')
    .values({ dealer_id: session.dealerId, key, member_id: session.memberId, asked_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What became of an upload that a record would take. */
export type Taken = 'taken' | 'missing' | Exclude<Verdict, 'clean'>

/** What is said of a file that is not taken. */
export const scanTexts = {
  infected: '文件未通过安全检查，请更换文件',
  unscanned: '文件安全检查暂不可用，请稍后重试',
} as const

/**
 * Takes an upload of the member's own into a record, in the call's transaction: from then on it stays. Anybody else's file, or none, is
 * `missing`: a key that was seen somewhere opens no way to it. Where a scanner is configured nothing is taken that it did not find clean.
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

/** The second half of it, for who looks into the file between: what was checked stays. False where it is gone by now. */
export async function keepUpload(
  { db, session, now }: Taker,
  files: FileStore,
  key: string,
): Promise<boolean> {
  // Waits where the tidying has it just now: then the file is gone.
  await db
    .updateTable('upload')
    .set({ used_at: now })
    .where('dealer_id', '=', session.dealerId)
    .where('key', '=', key)
    .where('used_at', 'is', null)
    .execute()
  return files.has(session.dealerId, key)
}

/** The same of one that is read once and then left to go. */
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

/** Of these keys those that the member uploaded and no record has taken yet. None where a scanner is yet to see them. */
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

/** As many in one transaction. */
const batch = 200

/** Removes what was uploaded and not used within a day; of what was used only the note goes. */
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

/** The rows are held until their files are gone: whoever takes one meanwhile waits, and finds none. */
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
