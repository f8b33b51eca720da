import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Readable } from 'node:stream'
import { notXlsx, notXlsxText } from '@showroom/contract/kernel/workbook'
import { reportOutside } from '../db/held.ts'
import type { Door } from '../outside/outcomes.ts'
import { cleanJpeg, cleanPng } from './pictures.ts'

/** Parameters for a signed form post directly from the browser. */
export interface UploadParams {
  readonly policy: string
  readonly signature: string
  readonly host: string
  readonly accessKeyId: string
  readonly key: string
  readonly maxBytes: number
  /** All form fields, with the names this store requires. The file follows them. */
  readonly fields: Readonly<Record<string, string>>
}

/** The member who uploads. */
export interface Uploader {
  readonly dealerId: number
  readonly memberId: number
}

/** Result of a virus scan; `unscanned`: the scanner is unavailable. */
export type Verdict = 'clean' | 'infected' | 'unscanned'

/** A virus scanner. It never throws: if it is down, slow or gives an invalid response, the result is `unscanned`. */
export interface Scanner {
  scan(content: Readable): Promise<Verdict>
}

/** File storage with a scanner, which checks uploads before a record may use them. */
export interface FileStore extends FileKeep {
  /** Whether a scanner is configured. If so, files are not handed out before they are scanned. */
  readonly scans: boolean
  /** Scans an existing object. Returns `clean` if no scanner is configured. */
  scan(key: string): Promise<Verdict>
}

/** Adds a scanner to a file storage. Reports each use within a transaction: the tests' folder is a bucket in production. */
export function withScanner(
  keep: FileKeep,
  scanner: Scanner | undefined,
  door: Pick<Door, 'run'>,
): FileStore {
  const report = <Result>(ask: () => Promise<Result>): Promise<Result> => {
    reportOutside('the file store')
    return door.run(ask)
  }
  return {
    ...keep,
    has: (dealerId, key) => report(() => keep.has(dealerId, key)),
    size: (key) => report(() => keep.size(key)),
    stamp: (key) => report(() => keep.stamp(key)),
    write: (key, bytes) => report(() => keep.write(key, bytes)),
    read: (key) => report(() => keep.read(key)),
    remove: (key) => report(() => keep.remove(key)),
    scans: scanner !== undefined,
    async scan(key) {
      reportOutside('the file store')
      if (!scanner) return 'clean'
      const stamp = await keep.stamp(key)
      const content = await keep.read(key)
      const verdict = content ? await scanner.scan(content) : 'unscanned'
      // A leave may be posted again to a bucket: the verdict is of what still lies there.
      return stamp === (await keep.stamp(key)) ? verdict : 'unscanned'
    },
  }
}

/** File storage: the embedded one, or a bucket. Links are signed, bound to the dealer's keys, and expire. */
export interface FileKeep {
  /** Creates an upload ticket for one file; undefined for a file type that is not accepted. `shared`: for files shared within the store. */
  uploadParams(
    by: Uploader,
    fileName: string,
    now: Date,
    shared?: { readonly maxBytes: number },
  ): Promise<UploadParams | undefined>
  /** Creates a link to show a picture or play a recording, valid for `linkSeconds` by default. With `saveAs`, browsers download it under that name. */
  link(key: string, now: Date, saveAs?: string, seconds?: number): string
  /** Creates a new link for one of this dealer's pictures, from its key or an old link; undefined for anything else. */
  refresh(dealerId: number, urlOrKey: string, now: Date): string | undefined
  /** Whether the dealer has this object and its content matches its type. */
  has(dealerId: number, key: string): Promise<boolean>
  /** Size of an object in bytes; undefined if it does not exist. */
  size(key: string): Promise<number | undefined>
  /** Changes with the content of an object; undefined when there is none. */
  stamp(key: string): Promise<string | undefined>
  write(key: string, bytes: Uint8Array): Promise<void>
  /** Undefined if the object does not exist. */
  read(key: string): Promise<Readable | undefined>
  remove(key: string): Promise<void>
  /** Keys of a store's files, for commands. */
  list(dealerId: number): AsyncIterable<string>
}

export const linkSeconds = 30 * 60
/** Validity of links to pictures that show clear numbers. */
export const clearLinkSeconds = 5 * 60
export const policySeconds = 10 * 60

export interface FileKind {
  readonly mediaType: string
  readonly maxBytes: number
  /** First part of the keys of such files. */
  readonly folder: 'image' | 'audio' | 'z-backend' | 'file'
  /** The bytes that every such file starts with; empty if there is no common start. */
  readonly start: readonly number[]
  /** Another start that is accepted, for files whose reader names the reason that it refuses them for. */
  readonly otherStart?: readonly number[]
  /** Returns the content without metadata, for pictures of customers; undefined for content of another type. */
  readonly clean?: (bytes: Uint8Array) => Buffer | undefined
  readonly tooLarge: string
  readonly wrongContent: string
}

const image = {
  maxBytes: 5 * 1024 * 1024,
  folder: 'image',
  tooLarge: '上传的图片大小不能超过5MB!',
  wrongContent: '文件内容与类型不符',
} as const
const jpeg: FileKind = { ...image, mediaType: 'image/jpeg', start: [0xff, 0xd8, 0xff], clean: cleanJpeg }
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const recording = {
  maxBytes: 20 * 1024 * 1024,
  folder: 'audio',
  tooLarge: '上传的录音大小不能超过20MB!',
  wrongContent: '文件内容与类型不符',
} as const

/** File types that may be uploaded, by file name extension, with their size limits. */
export const fileKinds: Readonly<Record<string, FileKind>> = {
  jpg: jpeg,
  jpeg,
  png: { ...image, mediaType: 'image/png', start: [0x89, 0x50, 0x4e, 0x47], clean: cleanPng },
  // MP3 files have no common start: they begin with a tag or a frame.
  mp3: { ...recording, mediaType: 'audio/mpeg', start: [] },
  wav: { ...recording, mediaType: 'audio/wav', start: [0x52, 0x49, 0x46, 0x46] },
  xlsx: {
    mediaType: xlsxType,
    maxBytes: 5 * 1024 * 1024,
    folder: 'z-backend',
    start: [0x50, 0x4b, 0x03, 0x04],
    // A password turns a workbook into a compound file.
    otherStart: [0xd0, 0xcf, 0x11, 0xe0],
    tooLarge: '上传的文件大小不能超过5MB!',
    wrongContent: notXlsx,
  },
}

/** File types that members may share within the store: larger, and PDF as well. */
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

/** Bytes of the largest file that may be uploaded. */
export const largestUpload = Math.max(
  ...[fileKinds, sharedKinds].flatMap((kinds) => Object.values(kinds).map(({ maxBytes }) => maxBytes)),
)

/** The error text for content of another type. */
export const contentText = ({ wrongContent }: FileKind, bytes: Uint8Array): string =>
  wrongContent === notXlsx ? notXlsxText('', bytes) : wrongContent

/** File type of an upload, by file name. */
export const kindOf = (fileName: string, isShared: boolean): FileKind | undefined =>
  (isShared ? sharedKinds : fileKinds)[endingOf(fileName)]
/** File type of a key. */
export const kindOfKey = (key: string): FileKind | undefined => kindOf(key, key.startsWith('file/'))

export const endingOf = (fileName: string): string => /\.([^.]*)$/.exec(fileName.toLowerCase())?.[1] ?? ''
export const startsAs = (kind: FileKind, bytes: Uint8Array): boolean =>
  [kind.start, kind.otherStart].some((start) => start?.every((byte, index) => bytes[index] === byte))
/** The content to store for an upload of this type, without a picture's metadata; undefined for content of another type. */
export const contentToKeep = (kind: FileKind, bytes: Uint8Array): Uint8Array | undefined =>
  startsAs(kind, bytes) ? (kind.clean ? kind.clean(bytes) : bytes) : undefined

/**
 * Keys name their owner: `<folder>/<dealer>/<random>.<ending>`, and for uploads `<folder>/<dealer>/m<member>-<random>.<ending>`. The member
 * id is written in base 36 so that no key looks like a phone number. Pictures, recordings and shared files are read by links; other files
 * (workbooks with people's numbers) only by the server.
 */
export const keyPattern =
  /^(?:image|audio|z-backend|file|export)\/(\d{1,9})\/(?:(m[0-9a-z]{1,11})-)?[0-9a-f]{8}-[0-9a-f-]{27}\.(?:jpg|jpeg|png|mp3|wav|xlsx|pdf)$/
/** The key in a link or a key: the last three path segments. */
export const keyIn = (urlOrKey: string): string =>
  urlOrKey.replace(/\?.*/s, '').split('/').slice(-3).join('/')
/** First segments of the keys. */
export const fileFolders = ['image', 'audio', 'z-backend', 'file', 'export'] as const
/** Folders whose files are read by links. */
export const linkedFolders = ['image', 'audio', 'file'] as const
export type LinkedFolder = (typeof linkedFolders)[number]
/** The folder of a key that may be read by links; undefined for other keys. */
export const linkedFolderOf = (key: string): LinkedFolder | undefined =>
  keyPattern.test(key) ? linkedFolders.find((folder) => key.startsWith(`${folder}/`)) : undefined
export const isLinkedKey = (key: string): boolean => linkedFolderOf(key) !== undefined
export const dealerOfKey = (key: string): number => Number(keyPattern.exec(key)?.[1] ?? 0)
const markOf = (memberId: number): string => `m${memberId.toString(36)}`
/** Creates a key for a new upload. */
export const uploadKey = (kind: FileKind, { dealerId, memberId }: Uploader, ending: string): string =>
  `${kind.folder}/${dealerId}/${markOf(memberId)}-${randomUUID()}.${ending}`
/** Whether the key was issued to this member for an upload into that folder. */
export const isUploadOf = (by: Uploader, folder: FileKind['folder'], key: string): boolean => {
  const [, dealer, member] = keyPattern.exec(key) ?? []
  return key.startsWith(`${folder}/`) && Number(dealer) === by.dealerId && member === markOf(by.memberId)
}
/** Creates a key for a workbook that the server makes. */
export const exportKey = (dealerId: number): string => `export/${dealerId}/${randomUUID()}.xlsx`
/** A fixed key per name, so that a new file replaces the former one. */
export function permanentKey(dealerId: number, name: string): string {
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
