import { createHmac, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postForm, startBucketService } from '../../../test/bucket.ts'
import type { BucketService } from '../../../test/bucket.ts'
import { png } from '../../../test/files.ts'
import { createBucketFiles } from './bucket.ts'
import type { Bucket, BucketConfig } from './bucket.ts'
import { presignGet } from './presign.ts'

/**
 * Runs against a real S3-compatible server. That server checks request signatures but no form policies, so these are compared with the
 * published rules.
 */

let service: BucketService
let config: BucketConfig
let bucket: Bucket
beforeAll(async () => {
  service = await startBucketService()
  config = service.config
  bucket = await createBucketFiles(config)
})
afterAll(() => service.stop())

const upload = async (fileName: string, content = png, dealerId = 7) => {
  const params = await bucket.uploadParams({ dealerId, memberId: 12 }, fileName, new Date())
  if (!params) throw new Error('refused')
  expect((await postForm(params, content)).status).toBeLessThan(300)
  return params.key
}

describe('a bucket', () => {
  it('accepts a form from the browser and serves the file by an expiring signed link', async () => {
    const key = await upload('凭证.PNG')
    expect(key).toMatch(/^image\/7\/mc-[0-9a-f-]{36}\.png$/)
    const link = bucket.link(key, new Date())
    expect(link.startsWith(`${config.endpoint}/showroom/${key}?`)).toBe(true)
    const read = await fetch(link)
    expect(read.status).toBe(200)
    expect(read.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await read.arrayBuffer())).toEqual(png)
    for (const wrong of [
      link.replace(/Signature=.*/, 'Signature=0'.padEnd(74, '0')),
      link.replace(key, await upload('b.png')),
      bucket.link(key, new Date(Date.now() - 31 * 60_000)),
    ])
      expect((await fetch(wrong)).status).toBe(403)
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
  })

  it('stores, reads and removes files made by the server', async () => {
    const key = `export/7/${randomUUID()}.xlsx`
    expect(await bucket.read(key)).toBeUndefined()
    await bucket.write(key, Buffer.from('content'))
    const stream = await bucket.read(key)
    expect(stream && (await buffer(stream)).toString()).toBe('content')
    await bucket.remove(key)
    expect(await bucket.read(key)).toBeUndefined()
  })

  it('refuses other file types', async () => {
    expect(await bucket.uploadParams({ dealerId: 7, memberId: 12 }, 'a.svg', new Date())).toBeUndefined()
  })
})

describe('signatures', () => {
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

  it('of a form limit it to one key, size, type and ten minutes', async () => {
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
