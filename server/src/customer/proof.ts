import type { FileStore, Uploader } from '../platform/files/files.ts'
import { isUploadOf } from '../platform/files/files.ts'

/** Pictures that prove where a customer came from, as the wire has them: keys with commas between. */

const most = 3

export const imagesOf = (list: string): string[] => (list === '' ? [] : list.split(','))

/**
 * What is wrong with the pictures; nothing when each is one that the member uploaded, or stands on the record already (`before`). Anybody
 * else's file is as good as none: a key that was seen somewhere opens no way to it.
 */
export async function proofProblem(
  files: FileStore,
  by: Uploader,
  images: readonly string[],
  before: readonly string[] = [],
): Promise<string | undefined> {
  if (images.length > most) return `最多上传${most}张图片`
  for (const key of images)
    if (!before.includes(key) && !(isUploadOf(by, 'image', key) && (await files.has(by.dealerId, key))))
      return '请上传客户来源凭证'
  return undefined
}
