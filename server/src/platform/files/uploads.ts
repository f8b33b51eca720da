import { buffer } from 'node:stream/consumers'
import type { Clock } from '../clock.ts'
import { transact } from '../db/client.ts'
import type { Database, Executor } from '../db/client.ts'
import type { Job } from '../jobs/jobs.ts'
import type { Logger } from '../observe/log.ts'
import { listAllStores } from '../jobs/stores.repository.ts'
import { contentToKeep, isUploadOf, kindOfKey } from './files.ts'
import type { FileKind, FileStore, Uploader, UploadParams, Verdict } from './files.ts'
import {
  deleteGivenUp,
  deleteUsed,
  findUpload,
  giveUp,
  insertUpload,
  listUnused,
  markUsed,
} from './uploads.repository.ts'

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
export const recordUpload = ({ db, session, now }: Taker, key: string): Promise<void> =>
  insertUpload(db, session, key, now)

/** Result of using an upload in a record. */
export type Taken = 'taken' | 'missing' | Problem | Exclude<Verdict, 'clean'>
/** Rejects the content of an upload; the texts are those of its file type. */
type Problem = 'tooLarge' | 'wrongContent'

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

/** The error text for an upload that is not taken; `missing` is the one for an upload that does not exist. */
export function refusalText(key: string, result: Exclude<Taken, 'taken'>, missing: string): string {
  if (result === 'infected' || result === 'unscanned') return scanTexts[result]
  return (result !== 'missing' && kindOfKey(key)?.[result]) || missing
}

/**
 * Looks for an upload of the member's own, checks its size and content and has it scanned, before the transaction that takes it: all ask
 * other systems. Anybody else's file, or none, is `missing`: a key that was seen somewhere opens no way to it. Where a scanner is
 * configured nothing is taken that it did not find clean.
 */
export async function checkUpload(
  { db, session }: Pick<Taker, 'db' | 'session'>,
  files: FileStore,
  folder: FileKind['folder'],
  key: string,
): Promise<CheckedUpload> {
  if (!isUploadOf(session, folder, key)) return { key, result: 'missing', isUnused: false }
  // The note first: one that goes in between takes its file along before it.
  const note = await findUpload(db, session, key)
  const isUnused = note?.isUnused === true
  const isGoing = note?.isGoing === true
  const size = isGoing ? undefined : await files.size(key)
  if (size === undefined) return { key, result: 'missing', isUnused }
  const problem = await cleanUpload(files, session.dealerId, key, size)
  if (problem) return { key, result: problem, isUnused }
  const verdict = await files.scan(key)
  return { key, result: verdict === 'clean' ? 'taken' : verdict, isUnused }
}

/** Checks an object's size and content, as a bucket stores what any client posts. Removes the metadata of a customer's picture. */
async function cleanUpload(
  files: FileStore,
  dealerId: number,
  key: string,
  size: number,
): Promise<Problem | undefined> {
  const kind = kindOfKey(key)
  if (!kind || size > kind.maxBytes) return 'tooLarge'
  if (!kind.clean) return (await files.has(dealerId, key)) ? undefined : 'wrongContent'
  const stream = await files.read(key)
  const given = stream && (await buffer(stream))
  const content = given && contentToKeep(kind, given)
  if (!content) return 'wrongContent'
  if (!given.equals(content)) await files.write(key, content)
  return undefined
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
  return (await markUsed(db, session, checked.key, now)) ? 'taken' : 'missing'
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
  return listUnused(db, session, keys)
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
    let removed = 0
    for (const id of await listAllStores(db)) {
      for (;;) {
        const count = await removeUnused(db, files, id, before)
        removed += count
        if (count < batch) break
      }
      await deleteUsed(db, id, before)
    }
    if (removed > 0) log.info({ removed }, 'unused uploads removed')
  },
})

/**
 * Uploads are given up in one transaction, their files removed after it, their notes last: a record takes none that is given up, and
 * where the process ends in between the next run goes on. Returns how many were removed.
 */
async function removeUnused(db: Database, files: FileStore, dealerId: number, before: Date): Promise<number> {
  const keys = await transact(db, (trx) => giveUp(trx, dealerId, before, batch))
  if (keys.length === 0) return 0
  for (const key of keys) await files.remove(key)
  await deleteGivenUp(db, dealerId, keys)
  return keys.length
}
