import { keyIn, linkedFolderOf, linkedFolders } from '../platform/files/files.ts'
import type { FileStore, LinkedFolder } from '../platform/files/files.ts'
import { unusedOf } from '../platform/files/uploads.ts'
import type { Context } from '../platform/http/handler.ts'
import type { AllTables } from '../platform/tables/describe.ts'
import { listClear } from '../platform/tables/pictures.repository.ts'
import { Refusal } from '../platform/refusal.ts'

/** Returns those of the keys that belong to a record visible to the member. */
export type SeenKeys = (
  context: Pick<Context, 'db' | 'session'>,
  keys: readonly string[],
) => Promise<readonly string[]>

export interface LinkDeps {
  readonly files: FileStore
  readonly tables: AllTables
  /** The rooms whose records name the files of each folder. */
  readonly seenKeys: Readonly<Record<LinkedFolder, SeenKeys>>
}

/**
 * Fresh links for old ones, or keys. The right to a file is the right to the record that names it; a file that no record names yet is its
 * uploader's. A picture that shows clear numbers needs a reveal each time. Refused with NOT_FOUND where one of them is neither.
 */
export async function renewLinks(
  context: Context,
  { files, seenKeys, tables }: LinkDeps,
  urls: readonly string[],
): Promise<string[]> {
  const { session, now } = context
  const keys = urls.map(keyIn)
  const seen = new Set(await unusedOf(context, files, keys))
  for (const folder of linkedFolders) {
    const others = keys.filter((key) => linkedFolderOf(key) === folder && !seen.has(key))
    if (others.length > 0) for (const key of await seenKeys[folder](context, others)) seen.add(key)
  }
  for (const key of await listClear(context.db, session, tables, keys)) seen.delete(key)
  return urls.map((url) => {
    const fresh = seen.has(keyIn(url)) ? files.refresh(session.dealerId, url, now) : undefined
    if (fresh === undefined) throw new Refusal('NOT_FOUND')
    return fresh
  })
}
