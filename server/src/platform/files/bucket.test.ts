import { createHmac, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postForm, startBucketService, startOtherBucketService } from '../../../test/outside/bucket.ts'
import type { BucketService } from '../../../test/outside/bucket.ts'
import { png } from '../../../test/files.ts'
import { createBucketFiles } from './bucket.ts'
import type { Bucket, BucketConfig } from './bucket.ts'
import { presignGet } from './presign.ts'

/**
 * Runs against servers of two libraries. The first checks request signatures, neither checks form policies, so these are
 * compared with the published rules.
 */
const servers = [
  ['that checks signatures', startBucketService],
  ['of another library', () => startOtherBucketService(true)],
  ['with the bucket in the host name', () => startOtherBucketService(false)],
] as const

async function uploadTo(bucket: Bucket, fileName: string, content = png): Promise<string> {
  const params = await bucket.uploadParams({ dealerId: 7, memberId: 12 }, fileName, new Date())
  if (!params) throw new Error('refused')
  expect((await postForm(params, content)).status).toBeLessThan(300)
  return params.key
}

describe.each(servers)('a bucket %s', (_name, start) => {
  let service: BucketService
  let config: BucketConfig
  let bucket: Bucket
  beforeAll(async () => {
    service = await start()
    config = service.config
    bucket = await createBucketFiles(config)
  })
  afterAll(() => service.stop())

  const upload = (fileName: string, content = png) => uploadTo(bucket, fileName, content)

  it('accepts a form from the browser and serves the file by a link', async () => {
    const key = await upload('凭证.PNG')
    expect(key).toMatch(/^image\/7\/mc-[0-9a-f-]{36}\.png$/)
    const link = bucket.link(key, new Date())
    const base = config.pathStyle ? `${config.endpoint}/showroom` : bucket.origin
    expect(link.startsWith(`${base}/${key}?`)).toBe(true)
    const read = await fetch(link)
    expect(read.status).toBe(200)
    expect(read.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await read.arrayBuffer())).toEqual(png)
  })

  it('refreshes links only for pictures of the same store', async () => {
    const key = await upload('a.png')
    const now = new Date()
    const link = bucket.link(key, new Date(now.getTime() - 3_600_000))
    expect((await fetch(bucket.refresh(7, link, now) ?? '')).status).toBe(200)
    expect((await fetch(bucket.refresh(7, key, now) ?? '')).status).toBe(200)
    expect(bucket.refresh(8, link, now)).toBeUndefined()
    expect(bucket.refresh(7, 'https://elsewhere.example/x.png', now)).toBeUndefined()
    expect(bucket.refresh(7, `z-backend/7/${randomUUID()}.xlsx`, now)).toBeUndefined()
  })

  it('has existing files of the store whose content matches their type', async () => {
    const key = await upload('a.png')
    expect(await bucket.has(7, key)).toBe(true)
    expect(await bucket.has(8, key)).toBe(false)
    expect(await bucket.has(7, `image/7/${randomUUID()}.png`)).toBe(false)
    expect(await bucket.has(7, await upload('a.jpg', Buffer.from('<svg onload="alert(1)"/>')))).toBe(false)
    // Shorter than the range of bytes that is read.
    expect(await bucket.has(7, await upload('short.png', png.subarray(0, 3)))).toBe(false)
  })

  it('returns size and stamp of files, and a new stamp for new content', async () => {
    const key = `export/7/${randomUUID()}.xlsx`
    expect([await bucket.size(key), await bucket.stamp(key)]).toEqual([undefined, undefined])
    await bucket.write(key, Buffer.from('content'))
    expect(await bucket.size(key)).toBe(7)
    const stamp = await bucket.stamp(key)
    expect(stamp).toBeTruthy()
    await bucket.write(key, Buffer.from('content'))
    expect(await bucket.stamp(key)).toBe(stamp)
    await bucket.write(key, Buffer.from('another'))
    expect(await bucket.stamp(key)).not.toBe(stamp)
  })

  it('stores, reads and removes files made by the server', async () => {
    const key = `export/7/${randomUUID()}.xlsx`
    expect(await bucket.read(key)).toBeUndefined()
    const content = Buffer.alloc(3_000_000, 'rows of a workbook ')
    await bucket.write(key, content)
    const stream = await bucket.read(key)
    expect(stream && (await buffer(stream)).equals(content)).toBe(true)
    await bucket.remove(key)
    expect(await bucket.read(key)).toBeUndefined()
    // The removal of a file that is gone succeeds.
    await bucket.remove(key)
  })

  it('refuses other file types', async () => {
    expect(await bucket.uploadParams({ dealerId: 7, memberId: 12 }, 'a.svg', new Date())).toBeUndefined()
  })
})

it('a signed link expires and opens one file', async () => {
  const service = await startBucketService()
  try {
    const bucket = await createBucketFiles(service.config)
    const key = await uploadTo(bucket, 'a.png')
    const link = bucket.link(key, new Date())
    expect((await fetch(link)).status).toBe(200)
    for (const wrong of [
      link.replace(/Signature=.*/, 'Signature=0'.padEnd(74, '0')),
      link.replace(key, await uploadTo(bucket, 'b.png')),
      bucket.link(key, new Date(Date.now() - 31 * 60_000)),
    ])
      expect((await fetch(wrong)).status).toBe(403)
  } finally {
    await service.stop()
  }
})

describe('a bucket that does not exist', () => {
  it.each(servers.slice(0, 2))('is an error at a server %s, not a missing file', async (_name, start) => {
    const service = await start()
    try {
      const bucket = await createBucketFiles({ ...service.config, name: 'elsewhere' })
      await expect(bucket.write('export/7/a.xlsx', Buffer.from('content'))).rejects.toMatchObject({
        name: 'NoSuchBucket',
      })
      await expect(bucket.read('export/7/a.xlsx')).rejects.toMatchObject({ name: 'NoSuchBucket' })
    } finally {
      await service.stop()
    }
  })
})

describe('signatures', () => {
  const config: BucketConfig = {
    name: 'showroom',
    region: 'us-east-1',
    endpoint: 'http://127.0.0.1:9000',
    pathStyle: true,
    accessKey: 'key',
    secretKey: 'secret',
  }

  it('of a link match the published example', () => {
    const signer = {
      accessKey: 'AKIAIOSFODNN7EXAMPLE',
      secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      region: 'us-east-1',
    }
    const link = presignGet(
      signer,
      'https://examplebucket.s3.amazonaws.com/test.txt',
      86_400,
      new Date('2013-05-24T00:00:00Z'),
    )
    expect(new URL(link).searchParams.get('X-Amz-Signature')).toBe(
      'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    )
  })

  it("of a link to save a file match those of AWS's SDK", () => {
    // Neither server can try it: one encodes apostrophes in another way than AWS, the other ignores the name.
    const signer = { accessKey: 'S3RVER', secretKey: 'S3RVER', region: 'us-east-1' }
    const url = 'http://127.0.0.1:9000/showroom/export/7/a.xlsx'
    const link = presignGet(signer, url, 1800, new Date('2026-11-26T10:42:19Z'), '客户.xlsx')
    expect(new URL(link).searchParams.get('X-Amz-Signature')).toBe(
      '2691e8627d7ffe1319cb78e082acb1cbd9288da85e7d71fc0f93f069ac85996b',
    )
  })

  it('of a form limit it to one key, size, type and ten minutes', async () => {
    const bucket = await createBucketFiles(config)
    const params = await bucket.uploadParams({ dealerId: 7, memberId: 12 }, 'a.jpg', new Date())
    const { fields, policy, signature, key } = params ?? { fields: {}, policy: '', signature: '', key: '' }
    const { expiration, conditions } = JSON.parse(Buffer.from(policy, 'base64').toString()) as {
      expiration: string
      conditions: unknown[]
    }
    const minutes = (new Date(expiration).getTime() - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(9.5)
    expect(minutes).toBeLessThanOrEqual(10.1)
    expect(conditions).toContainEqual(['content-length-range', 1, 5 * 1024 * 1024])
    // Every field except the policy and its signature must be in the policy.
    const { Policy: _policy, 'X-Amz-Signature': _signature, ...named } = fields as Record<string, string>
    for (const [name, value] of Object.entries(named)) expect(conditions).toContainEqual({ [name]: value })
    expect(fields).toMatchObject({
      key,
      bucket: 'showroom',
      'Content-Type': 'image/jpeg',
      success_action_status: '204',
    })
    const [, day = '', region = ''] = ((fields as Record<string, string>)['X-Amz-Credential'] ?? '').split(
      '/',
    )
    const hmac = (secret: string | Buffer, text: string) => createHmac('sha256', secret).update(text).digest()
    const signingKey = hmac(hmac(hmac(hmac(`AWS4${config.secretKey}`, day), region), 's3'), 'aws4_request')
    expect(signature).toBe(hmac(signingKey, policy).toString('hex'))
  })

  it('put the bucket into the host name unless path style is set', async () => {
    const aws = await createBucketFiles({
      name: 'showroom',
      region: 'cn-north-1',
      pathStyle: false,
      accessKey: 'a',
      secretKey: 'b',
    })
    expect(aws.origin).toBe('https://showroom.s3.cn-north-1.amazonaws.com.cn')
    const key = `image/7/${randomUUID()}.png`
    expect(aws.link(key, new Date())).toMatch(`https://showroom.s3.cn-north-1.amazonaws.com.cn/${key}?`)
    const oss = await createBucketFiles({
      ...config,
      endpoint: 'https://oss-cn-hangzhou.aliyuncs.com',
      pathStyle: false,
    })
    expect(oss.origin).toBe('https://showroom.oss-cn-hangzhou.aliyuncs.com')
    expect(oss.refresh(7, oss.link(key, new Date(0)), new Date())).toBe(oss.link(key, new Date()))
  })
})
