import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { BucketConfig } from '../src/platform/files/bucket.ts'

/** The tests' own S3-compatible server, with one bucket. */
export interface BucketService {
  readonly config: BucketConfig
  stop(): Promise<void>
}

export async function startBucketService(): Promise<BucketService> {
  const directory = mkdtempSync(path.join(tmpdir(), 'showroom-bucket-'))
  const service = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'showroom' }],
  })
  const { port } = await service.run()
  return {
    config: {
      name: 'showroom',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      pathStyle: true,
      accessKey: 'S3RVER',
      secretKey: 'S3RVER',
    },
    async stop() {
      await service.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Posts a form as the browser does: all fields, then the file. */
export async function postForm(
  params: { host: string; fields: Readonly<Record<string, string>> },
  content: Buffer,
): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries(params.fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(content)]), 'file')
  return fetch(params.host, { method: 'POST', body: form })
}
