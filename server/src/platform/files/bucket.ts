import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { HeadObjectCommandOutput } from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import type { Readable } from 'node:stream'
import {
  dealerOfKey,
  endingOf,
  fileFolders,
  isLinkedKey,
  kindOf,
  kindOfKey,
  linkSeconds,
  policySeconds,
  startsAs,
  uploadKey,
} from './files.ts'
import type { FileKeep } from './files.ts'
import { ossForm } from './oss-form.ts'
import { presignGet } from './presign.ts'

export interface BucketConfig {
  readonly name: string
  readonly region: string
  /** URL of an S3-compatible service; absent for AWS. */
  readonly endpoint?: string
  readonly accessKey: string
  readonly secretKey: string
  /** Puts the bucket's name into the path instead of the host name. */
  readonly pathStyle: boolean
  /** The upload form browsers post: S3's, or OSS's own. */
  readonly form?: 's3' | 'oss'
}

export interface Bucket extends FileKeep {
  /** Origin that browsers post to and read from, for the page's security policy. */
  readonly origin: string
}

/** Opens a client of an S3-compatible service. */
export const createBucketClient = (config: BucketConfig): S3Client =>
  new S3Client({
    region: config.region,
    ...(config.endpoint && { endpoint: config.endpoint }),
    forcePathStyle: config.pathStyle,
    credentials: { accessKeyId: config.accessKey, secretAccessKey: config.secretKey },
    // Services other than AWS do not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

/** Stores files in an S3-compatible bucket. Browsers upload directly with a signed policy and read by signed links. */
export async function createBucketFiles(config: BucketConfig): Promise<Bucket> {
  const { name: Bucket, accessKey } = config
  const client = createBucketClient(config)
  const { url: bucketUrl } = await createPresignedPost(client, { Bucket, Key: 'any' })
  const base = bucketUrl.replace(/\/?$/, '/')
  const link = (key: string, now: Date, saveAs?: string, seconds = linkSeconds): string =>
    presignGet(config, `${base}${key}`, seconds, now, saveAs)

  /** Reads an object, or a range of its bytes. */
  async function get(key: string, range?: string): Promise<Readable | undefined> {
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key, Range: range }))
      return Body as Readable
    } catch (error) {
      if (error instanceof NoSuchKey || error instanceof NotFound) return undefined
      throw error
    }
  }

  async function head(key: string): Promise<HeadObjectCommandOutput | undefined> {
    try {
      return await client.send(new HeadObjectCommand({ Bucket, Key: key }))
    } catch (error) {
      if (error instanceof NoSuchKey || error instanceof NotFound) return undefined
      throw error
    }
  }

  return {
    origin: new URL(base).origin,
    async uploadParams(by, fileName, now, shared) {
      const ending = endingOf(fileName)
      const kind = kindOf(fileName, shared !== undefined)
      if (!kind) return undefined
      const key = uploadKey(kind, by, ending)
      const maxBytes = shared?.maxBytes ?? kind.maxBytes
      if (config.form === 'oss') {
        const post = ossForm(config, { key, mediaType: kind.mediaType, maxBytes }, now)
        return { ...post, host: base, accessKeyId: accessKey, key, maxBytes }
      }
      // The library dates the policy by the system clock, not by `now`.
      const { url, fields } = await createPresignedPost(client, {
        Bucket,
        Key: key,
        Expires: policySeconds,
        Fields: { 'Content-Type': kind.mediaType, success_action_status: '204' },
        Conditions: [['content-length-range', 1, maxBytes]],
      })
      const { Policy: policy = '', 'X-Amz-Signature': signature = '' } = fields
      return { policy, signature, host: url, accessKeyId: accessKey, key, maxBytes, fields }
    },
    link,
    refresh(dealerId, urlOrKey, now) {
      const key = urlOrKey.replace(base, '').replace(/\?.*/s, '')
      return isLinkedKey(key) && dealerOfKey(key) === dealerId ? link(key, now) : undefined
    },
    size: async (key) => (await head(key))?.ContentLength,
    stamp: async (key) => (await head(key))?.ETag,
    async has(dealerId, key) {
      if (dealerOfKey(key) !== dealerId) return false
      const kind = kindOfKey(key)
      const start = await get(key, 'bytes=0-7')
      return kind !== undefined && start !== undefined && startsAs(kind, await bytesOf(start))
    },
    async write(key, bytes) {
      await client.send(
        new PutObjectCommand({ Bucket, Key: key, Body: bytes, ContentType: kindOfKey(key)?.mediaType }),
      )
    },
    read: (key) => get(key),
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: key }))
    },
    async *list(dealerId) {
      for (const of of fileFolders)
        for await (const { Contents = [] } of paginateListObjectsV2(
          { client },
          { Bucket, Prefix: `${of}/${dealerId}/` },
        ))
          for (const { Key } of Contents) if (Key !== undefined) yield Key
    },
  }
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
