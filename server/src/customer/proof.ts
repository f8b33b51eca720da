import type { FileStore } from '../platform/files/files.ts'
import { scanTexts, takeUpload } from '../platform/files/uploads.ts'
import type { Context } from '../platform/http/handler.ts'

/** Pictures that prove a customer's source; on the wire their keys are separated by commas. */

const most = 3

export const imagesOf = (list: string): string[] => (list === '' ? [] : list.split(','))

/**
 * Returns the problem with the pictures. Valid are the member's own uploads and pictures already on the record (`before`). Another
 * member's file counts as missing: knowing a key grants no access to it.
 */
export async function proofProblem(
  context: Context,
  files: FileStore,
  images: readonly string[],
  before: readonly string[] = [],
): Promise<string | undefined> {
  if (images.length > most) return `最多上传${most}张图片`
  for (const key of images) {
    const taken = before.includes(key) ? 'taken' : await takeUpload(context, files, 'image', key)
    if (taken !== 'taken') return taken === 'missing' ? '请上传客户来源凭证' : scanTexts[taken]
  }
  return undefined
}
