import type { FileStore } from '../../platform/files/files.ts'
import { checkUpload, keepUpload, refusalText } from '../../platform/files/uploads.ts'
import type { CheckedUpload } from '../../platform/files/uploads.ts'
import type { Context, Preparing } from '../../platform/http/handler.ts'
import { imagesOf } from './add.check.ts'
import { listProof } from '../profile/edit.repository.ts'

/** Pictures that prove a customer's source. */

const most = 3

/** Pictures by their keys, as checked before the transaction. */
export type CheckedProof = ReadonlyMap<string, CheckedUpload>

/**
 * Looks at the pictures that a record would take. Those it has already (`customerId`; 0 for a new file) are not looked at again: they
 * may be somebody else's. More than may be taken are refused unseen.
 */
export async function checkProof(
  context: Preparing,
  files: FileStore,
  list: string,
  customerId: number,
): Promise<CheckedProof> {
  const images = imagesOf(list)
  if (images.length === 0 || images.length > most) return new Map()
  const { db, session } = context
  const before = customerId > 0 ? await listProof(db, session.scope, customerId) : []
  const unseen = [...new Set(images)].filter((key) => !before.includes(key))
  const checked = await Promise.all(unseen.map((key) => checkUpload(context, files, 'image', key)))
  return new Map(checked.map((one) => [one.key, one]))
}

/**
 * Returns the problem with the pictures. Valid are the member's own uploads and pictures already on the record (`before`). Another
 * member's file counts as missing: knowing a key grants no access to it.
 */
export async function proofProblem(
  context: Context,
  checked: CheckedProof,
  images: readonly string[],
  before: readonly string[] = [],
): Promise<string | undefined> {
  if (images.length > most) return `最多上传${most}张图片`
  for (const key of images) {
    const taken = before.includes(key) ? 'taken' : await keepUpload(context, checked.get(key))
    if (taken !== 'taken') return refusalText(key, taken, '请上传客户来源凭证')
  }
  return undefined
}
