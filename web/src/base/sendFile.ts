import { uploadParams } from '@showroom/contract/base/base.api'
import { callApi } from '../api/client'
import { imageLimitMb, postFile, type SendImage, type UploadProgress } from '../ui/upload/image'

/**
 * Sends a file straight to where files are kept (the embedded store or a bucket), by a form that the server signed, and gives its
 * key. `tooLarge` is told when it is more than the server takes of its kind.
 */
export async function sendFile(file: File, progress: UploadProgress, tooLarge: string): Promise<string> {
  const params = await callApi(uploadParams, { key: file.name.slice(-200) }, { signal: progress.signal })
  if (file.size > params.maxBytes) throw new Error(tooLarge)
  const form = new FormData()
  for (const [name, value] of Object.entries(params.fields)) form.append(name, value)
  // Whatever stands after the file is not read.
  form.append('file', file)
  await postFile(params.host, form, progress)
  return params.key
}

export const sendImage: SendImage = (file, progress) =>
  sendFile(file, progress, `上传的图片大小不能超过${imageLimitMb}MB!`)
