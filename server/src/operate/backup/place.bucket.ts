import { DeleteObjectCommand, GetObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { Readable } from 'node:stream'
import { createBucketClient } from '../../platform/files/bucket.ts'
import type { BucketConfig } from '../../platform/files/bucket.ts'
import type { Kept, Place } from './place.ts'

/** Parts of an upload. A service accepts 10,000, which makes objects of 80 GB. */
const partBytes = 8 * 1024 * 1024

/** Keeps backups in an S3-compatible bucket. An upload in parts becomes an object only when it is completed. */
export function openBucket(config: BucketConfig, prefix: string): Place {
  const client = createBucketClient(config)
  const { name: Bucket } = config
  return {
    shown: `s3://${Bucket}/${prefix}`,
    async write(name, content) {
      let bytes = 0
      let failure: unknown
      async function* counted(): AsyncGenerator<Uint8Array> {
        try {
          for await (const chunk of content) {
            bytes += chunk.length
            yield chunk
          }
        } catch (error) {
          failure = error
          throw error
        }
      }
      const Body = Readable.from(counted(), { objectMode: false })
      const params = { Bucket, Key: prefix + name, Body }
      try {
        await new Upload({ client, params, partSize: partBytes, queueSize: 2 }).done()
      } catch (error) {
        // The library then discards the parts, and a failure of that would hide the cause.
        throw failure ?? error
      }
      return bytes
    },
    async read(name) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: prefix + name }))
      return Body as Readable
    },
    async list(under) {
      const objects: Kept[] = []
      for await (const { Contents = [] } of paginateListObjectsV2(
        { client },
        { Bucket, Prefix: prefix + under },
      ))
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of Contents)
          objects.push({ name: Key.slice(prefix.length), bytes: Size, at: LastModified })
      return objects
    },
    async remove(names) {
      // One at a time: some services refuse the call that deletes many without a checksum.
      for (const name of names) await client.send(new DeleteObjectCommand({ Bucket, Key: prefix + name }))
    },
  }
}
