import type { FileStore } from '../platform/files/files.ts'
import { scanTexts, takeUpload } from '../platform/files/uploads.ts'
import type { Context } from '../platform/http/handler.ts'

/** Pictures that prove where a customer came from, as the wire has them: keys with commas between. */

const most = 3

export const imagesOf = (list: string): string[] => (list === '' ? [] : list.split(','))

/**
 * What is wrong with the pictures; nothing when each is one that the member uploaded, or stands on the record already (`before`). Anybody
 * else's file is as good as none: a key that was seen somewhere opens no way to it.
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
