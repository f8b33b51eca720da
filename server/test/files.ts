import { crc32 } from 'node:zlib'
import { rooms } from '@showroom/contract'
import type { AnswerOf } from '@showroom/contract/kernel/call'
import type { LightMyRequestResponse } from 'fastify'
import type { TestApp } from './app.ts'

/** Uploads as the browser does: requests a policy, then posts the form. */

export type UploadParams = AnswerOf<typeof rooms.base.uploadParams>

/** The smallest content accepted as a PNG. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
)

/** A chunk of a PNG. */
export function pngChunk(type: string, content: string): Buffer {
  const body = Buffer.from(type + content, 'latin1')
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(body.length - 4)
  chunk.set(body, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

/** Another PNG. */
export const otherPng = Buffer.concat([
  png.subarray(0, 33),
  pngChunk('gAMA', '\0\0\xb1\x8f'),
  png.subarray(33),
])

/** A JPEG of one pixel. */
export const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAABAAEDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AKYAH//Z',
  'base64',
)

export async function askUpload(app: TestApp, token: string, fileName: string): Promise<UploadParams> {
  const answer = await app.post(rooms.base.uploadParams, token, { key: fileName })
  if (answer.status !== '0') throw new Error(`no upload: ${answer.text}`)
  return answer as UploadParams
}

/** Posts the form, without fields that are undefined. */
export function postFile(
  app: TestApp,
  fields: Record<string, string>,
  content: Buffer,
  fileName = 'file.png',
): Promise<LightMyRequestResponse> {
  const boundary = 'a-boundary-of-the-tests'
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  return app.app.http.inject({
    method: 'POST',
    url: '/files',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([
      Buffer.from(parts.join('') + file),
      content,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  })
}

export const fieldsOf = ({ key, policy, signature, accessKeyId }: UploadParams) => ({
  key,
  policy,
  signature,
  OSSAccessKeyId: accessKeyId,
})

/** Stores an image and returns its key. */
export async function storeImage(app: TestApp, token: string): Promise<string> {
  const params = await askUpload(app, token, 'proof.png')
  const stored = await postFile(app, fieldsOf(params), png)
  if (stored.statusCode !== 204) throw new Error(`not stored: ${stored.body}`)
  return params.key
}
