import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from '@20minutes/s3rver'
import { interceptLocalhostDns, startFauxqs } from 'fauxqs'
import type { BucketConfig } from '../../src/platform/files/bucket.ts'

/** An S3-compatible server of the tests, with one bucket. */
export interface BucketService {
  readonly config: BucketConfig
  stop(): Promise<void>
}

const common = { name: 'showroom', region: 'us-east-1', accessKey: 'S3RVER', secretKey: 'S3RVER' }

/** Starts a server that checks signatures. */
export async function startBucketService(): Promise<BucketService> {
  const directory = mkdtempSync(path.join(tmpdir(), 'showroom-bucket-'))
  const service = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: common.name }],
  })
  const { port } = await service.run()
  return {
    config: { ...common, endpoint: `http://127.0.0.1:${port}`, pathStyle: true },
    async stop() {
      await service.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Starts a server of another library, which accepts any signature, and has the bucket's name in the path or in the host name. */
export async function startOtherBucketService(pathStyle: boolean): Promise<BucketService> {
  const service = await startFauxqs({ port: 0, logger: false, init: { buckets: [common.name] } })
  const restoreDns = pathStyle ? () => undefined : interceptLocalhostDns()
  const host = pathStyle ? '127.0.0.1' : 's3.localhost'
  return {
    config: { ...common, endpoint: `http://${host}:${service.port}`, pathStyle },
    async stop() {
      restoreDns()
      await service.stop()
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
