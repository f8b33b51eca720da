import { uploadParams } from '@showroom/contract/base/base.api'
import { callApi } from '../api/client'
import { imageLimitMb, postFile, type SendImage, type UploadProgress } from '../ui/upload/image'
import { preparePicture } from '../ui/upload/picture'

/**
 * Uploads a file directly to the file store (embedded, or a bucket) with a form signed by the server, and returns its
 * key. `tooLarge` is the error for a file over the server's limit of its kind.
 */
export async function sendFile(file: File, progress: UploadProgress, tooLarge: string): Promise<string> {
  const params = await callApi(uploadParams, { key: file.name.slice(-200) }, { signal: progress.signal })
  if (file.size > params.maxBytes) throw new Error(tooLarge)
  const form = new FormData()
  for (const [name, value] of Object.entries(params.fields)) form.append(name, value)
  // The file goes last: fields after it are ignored.
  form.append('file', file)
  await postFile(params.host, form, progress)
  return params.key
}

/** Prepares a picture of a customer and uploads it. */
export const sendImage: SendImage = async (file, progress) =>
  sendFile(await preparePicture(file), progress, `上传的图片大小不能超过${imageLimitMb}MB!`)
