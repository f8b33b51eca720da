import { pipeline, Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { createGunzip, createGzip } from 'node:zlib'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { isIdentity } from '../../platform/config/config.backup.ts'

/**
 * Compresses and encrypts the objects of a backup (docs/decisions/0078-own-backups.md). `age -d` of other makers opens them as well. Its
 * chunks are authenticated with their position and the last one is marked, so a changed, reordered or truncated object does not open.
 */

/** A new pair: the identity restores, its recipient can only write. */
export async function newKey(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

type Content = AsyncIterable<Uint8Array>

const toWeb = (content: Content): globalThis.ReadableStream<Uint8Array> =>
  Readable.toWeb(Readable.from(content)) as globalThis.ReadableStream<Uint8Array>

const fromWeb = (stream: globalThis.ReadableStream<Uint8Array>): Readable =>
  Readable.fromWeb(stream as ReadableStream)

/** Compresses, then encrypts. Level 1 writes as fast as a disk reads, and a segment's zeros vanish at any level. */
export async function* sealed(key: string, content: Content): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(isIdentity(key) ? await identityToRecipient(key) : key)
  const source = Readable.from(content, { objectMode: false })
  const zipped = createGzip({ level: 1 })
  // Unlike `pipe` it also ends the source when the reader gives up.
  pipeline(source, zipped, () => undefined)
  yield* fromWeb(await encrypter.encrypt(toWeb(zipped))) as Content
}

/** Decrypts and decompresses. Throws for a wrong key and for an object that is not as it was written. */
export async function* opened(key: string, name: string, content: Readable): AsyncGenerator<Uint8Array> {
  if (!isIdentity(key))
    throw new Error(
      'Backups open with the identity only (BACKUP_KEY=AGE-SECRET-KEY-1…), not with its recipient.',
    )
  const decrypter = new Decrypter()
  decrypter.addIdentity(key)
  try {
    const plain = fromWeb(await decrypter.decrypt(toWeb(content as Content)))
    const unzipped = createGunzip()
    pipeline(plain, unzipped, () => undefined)
    yield* unzipped as Content
  } catch (error) {
    const { message } = error as Error
    throw new Error(
      message.includes('identity')
        ? `${name} was encrypted with another BACKUP_KEY.`
        : `${name} is damaged or truncated: ${message}`,
      { cause: error },
    )
  }
}

export async function bytesOf(content: Content): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}
