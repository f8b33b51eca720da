import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Readable } from 'node:stream'

/** What a browser needs for a signed direct form post. */
export interface UploadParams {
  readonly policy: string
  readonly signature: string
  readonly host: string
  readonly accessKeyId: string
  readonly key: string
  readonly maxBytes: number
  /** All fields of the form, in the names that this store wants; the file comes after them. */
  readonly fields: Readonly<Record<string, string>>
}

/** Who uploads. */
export interface Uploader {
  readonly dealerId: number
  readonly memberId: number
}

/** What a scan for viruses found; `unscanned`: the scanner is away. */
export type Verdict = 'clean' | 'infected' | 'unscanned'

/** A virus scanner. It never throws: one that is away, slow or strange has not scanned. */
export interface Scanner {
  scan(content: Readable): Promise<Verdict>
}

/** Where files are kept, and what scans them before a record takes them. */
export interface FileStore extends FileKeep {
  /** Whether a scanner is configured: what it has not seen is not handed out. */
  readonly scans: boolean
  /** Of an object that is there; clean where no scanner is configured. */
  scan(key: string): Promise<Verdict>
}

/** The store with its scanner. */
export const withScanner = (keep: FileKeep, scanner: Scanner | undefined): FileStore => ({
  ...keep,
  scans: scanner !== undefined,
  async scan(key) {
    if (!scanner) return 'clean'
    const content = await keep.read(key)
    return content ? scanner.scan(content) : 'unscanned'
  },
})

/** A place for files: the embedded one, or a bucket. Links are signed, bound to the dealer's keys, and expire. */
export interface FileKeep {
  /** A leave to upload one file; undefined for a type of file that the product does not take. `shared`: for the store's own files. */
  uploadParams(
    by: Uploader,
    fileName: string,
    now: Date,
    shared?: { readonly maxBytes: number },
  ): Promise<UploadParams | undefined>
  /** A link to show a picture or play a recording, good for `linkSeconds`; with a name to save it under that. */
  link(key: string, now: Date, saveAs?: string): string
  /** A fresh link for one of this dealer's pictures, by its key or an old link; undefined for anything else. */
  refresh(dealerId: number, urlOrKey: string, now: Date): string | undefined
  /** Whether the dealer has stored this object, and it is what its name says. */
  has(dealerId: number, key: string): Promise<boolean>
  /** Bytes of an object; undefined when there is none. */
  size(key: string): Promise<number | undefined>
  write(key: string, bytes: Uint8Array): Promise<void>
  /** Undefined when there is no such object. */
  read(key: string): Promise<Readable | undefined>
  remove(key: string): Promise<void>
}

export const linkSeconds = 30 * 60
export const policySeconds = 10 * 60

export interface FileKind {
  readonly mediaType: string
  readonly maxBytes: number
  /** First part of its keys. */
  readonly folder: 'image' | 'audio' | 'z-backend' | 'file'
  /** The bytes that every such file starts with. */
  readonly start: readonly number[]
  readonly tooLarge: string
  readonly wrongContent: string
}

const image = {
  maxBytes: 5 * 1024 * 1024,
  folder: 'image',
  tooLarge: '上传的图片大小不能超过5MB!',
  wrongContent: '文件内容与类型不符',
} as const
const jpeg: FileKind = { ...image, mediaType: 'image/jpeg', start: [0xff, 0xd8, 0xff] }
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const recording = {
  maxBytes: 20 * 1024 * 1024,
  folder: 'audio',
  tooLarge: '上传的录音大小不能超过20MB!',
  wrongContent: '文件内容与类型不符',
} as const

/** What may be uploaded, by file name ending, and how large. */
export const fileKinds: Readonly<Record<string, FileKind>> = {
  jpg: jpeg,
  jpeg,
  png: { ...image, mediaType: 'image/png', start: [0x89, 0x50, 0x4e, 0x47] },
  // A tag or a frame: there is no one beginning.
  mp3: { ...recording, mediaType: 'audio/mpeg', start: [] },
  wav: { ...recording, mediaType: 'audio/wav', start: [0x52, 0x49, 0x46, 0x46] },
  xlsx: {
    mediaType: xlsxType,
    maxBytes: 5 * 1024 * 1024,
    folder: 'z-backend',
    start: [0x50, 0x4b, 0x03, 0x04],
    tooLarge: '上传的文件大小不能超过5MB!',
    wrongContent: '请上传xlsx格式文件!',
  },
}

/** What a store shares among its own, by ending: larger, and PDF besides. */
const sharedKinds: Readonly<Record<string, FileKind>> = Object.fromEntries(
  (
    [
      ['jpg', 'image/jpeg', [0xff, 0xd8, 0xff]],
      ['png', 'image/png', [0x89, 0x50, 0x4e, 0x47]],
      ['pdf', 'application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
      ['xlsx', xlsxType, [0x50, 0x4b, 0x03, 0x04]],
    ] as const
  ).map(([ending, mediaType, start]) => [
    ending,
    {
      mediaType,
      start,
      maxBytes: 20 * 1024 * 1024,
      folder: 'file',
      tooLarge: '上传的文件大小不能超过20MB!',
      wrongContent: '文件内容与类型不符',
    } satisfies FileKind,
  ]),
)

/** The kind of an upload, by the file's name. */
export const kindOf = (fileName: string, isShared: boolean): FileKind | undefined =>
  (isShared ? sharedKinds : fileKinds)[endingOf(fileName)]
/** The kind of what lies under a key. */
export const kindOfKey = (key: string): FileKind | undefined => kindOf(key, key.startsWith('file/'))

export const endingOf = (fileName: string): string => /\.([^.]*)$/.exec(fileName.toLowerCase())?.[1] ?? ''
export const startsAs = (kind: FileKind, bytes: Uint8Array): boolean =>
  kind.start.every((byte, index) => bytes[index] === byte)

/**
 * Keys say whose they are: `<folder>/<dealer>/<random>.<ending>`, and of an upload who sent it: `<folder>/<dealer>/m<member>-<random>.<ending>`,
 * the member in letters and digits so that no key looks like somebody's number. Pictures, recordings and shared files are read by links; the rest,
 * workbooks with people's numbers, only the server reads.
 */
export const keyPattern =
  /^(?:image|audio|z-backend|file|export)\/(\d{1,9})\/(?:(m[0-9a-z]{1,11})-)?[0-9a-f]{8}-[0-9a-f-]{27}\.(?:jpg|jpeg|png|mp3|wav|xlsx|pdf)$/
/** The key that a link, or a key itself, names: its last three parts. */
export const keyIn = (urlOrKey: string): string =>
  urlOrKey.replace(/\?.*/s, '').split('/').slice(-3).join('/')
/** Folders whose files are read by links. */
export const linkedFolders = ['image', 'audio', 'file'] as const
export type LinkedFolder = (typeof linkedFolders)[number]
/** The folder of a key that is read by links; undefined for any other. */
export const linkedFolderOf = (key: string): LinkedFolder | undefined =>
  keyPattern.test(key) ? linkedFolders.find((folder) => key.startsWith(`${folder}/`)) : undefined
export const isLinkedKey = (key: string): boolean => linkedFolderOf(key) !== undefined
export const dealerOfKey = (key: string): number => Number(keyPattern.exec(key)?.[1] ?? 0)
const markOf = (memberId: number): string => `m${memberId.toString(36)}`
/** A key for a new upload of that kind. */
export const uploadKey = (kind: FileKind, { dealerId, memberId }: Uploader, ending: string): string =>
  `${kind.folder}/${dealerId}/${markOf(memberId)}-${randomUUID()}.${ending}`
/** Whether the key is one that this member was given for an upload into that folder. */
export const isUploadOf = (by: Uploader, folder: FileKind['folder'], key: string): boolean => {
  const [, dealer, member] = keyPattern.exec(key) ?? []
  return key.startsWith(`${folder}/`) && Number(dealer) === by.dealerId && member === markOf(by.memberId)
}
/** A key for a workbook that the server makes. */
export const exportKey = (dealerId: number): string => `export/${dealerId}/${randomUUID()}.xlsx`
/** The key of one that takes the place of the former of its name, so that none is left behind. */
export function standingKey(dealerId: number, name: string): string {
  const digest = createHash('sha256').update(`${dealerId}:${name}`).digest('hex')
  return `export/${dealerId}/${digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5')}.xlsx`
}

export const signWith = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url')

/** Compares in constant time. */
export function signatureMatches(secret: string, text: string, signature: string): boolean {
  const right = Buffer.from(signWith(secret, text))
  const given = Buffer.from(signature)
  return right.length === given.length && timingSafeEqual(right, given)
}
