import { uploadParams } from '@showroom/contract/base/base.api'
import { callApi } from '../app/api/client'
import { imageLimitMb, postFile, type SendImage } from '../ui/upload/image'

/** Sends an image straight to where files are kept (the embedded store or a bucket), by a form that the server signed. */
export const sendImage: SendImage = async (file, progress) => {
  const params = await callApi(uploadParams, { key: file.name.slice(-200) }, { signal: progress.signal })
  if (file.size > params.maxBytes) throw new Error(`上传的图片大小不能超过${imageLimitMb}MB!`)
  const form = new FormData()
  form.append('key', params.key)
  form.append('policy', params.policy)
  form.append('OSSAccessKeyId', params.accessKeyId)
  form.append('signature', params.signature)
  // Whatever stands after the file is not read.
  form.append('file', file)
  await postFile(params.host, form, progress)
  return params.key
}
