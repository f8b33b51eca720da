import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { Parser } from 'htmlparser2'
import type { WecomCallback } from './wecom.ts'

/**
 * The envelope of WeCom's callbacks: the SHA-1 of token, timestamp, nonce and content signs it; AES-256-CBC encrypts 16 random bytes, the
 * length of the message in 4 bytes, the message and the receiver's id, padded to 32 bytes.
 */

/** The path that WeCom sends events to. */
export const callbackPath = '/open/wecom/callback'

export interface Envelope {
  readonly timestamp: string
  readonly nonce: string
  readonly encrypted: string
  readonly signature: string
}

export const callbackSignature = (
  { token }: WecomCallback,
  { timestamp, nonce, encrypted }: Omit<Envelope, 'signature'>,
): string => createHash('sha1').update([token, timestamp, nonce, encrypted].toSorted().join('')).digest('hex')

/** Compares in constant time. */
export function isFromWecom(callback: WecomCallback, envelope: Envelope): boolean {
  const expected = Buffer.from(callbackSignature(callback, envelope))
  const given = Buffer.from(envelope.signature.toLowerCase())
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const cipherOf = ({ key }: WecomCallback) => {
  const bytes = Buffer.from(`${key}=`, 'base64')
  return ['aes-256-cbc', bytes, bytes.subarray(0, 16)] as const
}
const blockBytes = 32
/** Bytes before the message: random ones and its length. */
const headBytes = 20

/** Decrypts a message; undefined if it was encrypted with another key, or for another receiver. */
export function openMessage(
  callback: WecomCallback,
  receiverId: string,
  encrypted: string,
): string | undefined {
  const sealed = Buffer.from(encrypted, 'base64')
  if (sealed.length === 0 || sealed.length % 16 !== 0) return undefined
  const decipher = createDecipheriv(...cipherOf(callback)).setAutoPadding(false)
  const padded = Buffer.concat([decipher.update(sealed), decipher.final()])
  const padding = padded.at(-1) ?? 0
  if (padding < 1 || padding > blockBytes || padded.length < headBytes + padding) return undefined
  const plain = padded.subarray(0, padded.length - padding)
  const end = headBytes + plain.readUInt32BE(16)
  if (end > plain.length) return undefined
  return plain.subarray(end).toString() === receiverId ? plain.subarray(headBytes, end).toString() : undefined
}

/** Encrypts as WeCom does, to try the product's own callback. */
export function sealMessage(callback: WecomCallback, receiverId: string, message: string): string {
  const content = Buffer.from(message)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const plain = Buffer.concat([randomBytes(16), length, content, Buffer.from(receiverId)])
  const padding = blockBytes - (plain.length % blockBytes)
  const cipher = createCipheriv(...cipherOf(callback)).setAutoPadding(false)
  const padded = Buffer.concat([plain, Buffer.alloc(padding, padding)])
  return Buffer.concat([cipher.update(padded), cipher.final()]).toString('base64')
}

/** The texts of the elements below `<xml>`, by name. Entities stay as written, and document types are refused. */
export function readXml(xml: string): ReadonlyMap<string, string> | undefined {
  const fields = new Map<string, string>()
  const open: string[] = []
  let isPlain = true
  const parser = new Parser(
    {
      onopentag: (name) => void open.push(name),
      onclosetag: () => void open.pop(),
      onprocessinginstruction: (name) => void (isPlain &&= !name.startsWith('!')),
      ontext(text) {
        const [, name] = open
        if (open.length === 2 && name !== undefined) fields.set(name, (fields.get(name) ?? '') + text)
      },
    },
    { xmlMode: true, decodeEntities: false },
  )
  parser.end(xml)
  return isPlain ? fields : undefined
}
