import { createHash } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { MultipartFile } from '@fastify/multipart'
import { notXlsxText } from '@showroom/contract/kernel/workbook'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { contentText, endingOf, fileKinds, startsAs, uploadKey } from '../files/files.ts'
import type { FileStore } from '../files/files.ts'
import { piecesOf, Stalled } from '../files/stalled.ts'
import { Refusal } from '../refusal.ts'
import type { Session } from '../session/session.ts'
import { notUtf8Text } from './utf8.ts'

/** Calls that accept a file as multipart, as an alternative to its key in JSON. */

/** Largest file in a form; each kind of file has its own limit below. */
export const mostFormBytes = 6 * 1024 * 1024

/** Registers such a call in its own Fastify scope, so that other calls do not accept multipart. */
export const acceptUploads = (serve: (scope: FastifyInstance) => void) => async (scope: FastifyInstance) => {
  await scope.register(multipart, {
    limits: { fileSize: mostFormBytes, files: 1, fields: 10, fieldSize: 4096 },
  })
  serve(scope)
}

export const isUpload = (request: FastifyRequest): boolean =>
  (request.headers['content-type'] ?? '').startsWith('multipart/form-data')

/** Runs `store` once per Idempotency-Key. `claim` must be equal in a repeat. */
export type TakeOnce = (claim: unknown, store: () => Promise<string>) => Promise<string>

interface Taking {
  readonly session: Session
  readonly files: FileStore
  /** Records the key before the file is stored, so that an unused file is removed whatever happens to the call. */
  readonly note: (key: string) => Promise<void>
  readonly once: TakeOnce
}

/** Stores the form's file and returns the request as in JSON: its fields, and the file's key as `file`. A repeat returns the first key. */
export async function takeUpload(
  request: FastifyRequest,
  { session, files, note, once }: Taking,
): Promise<unknown> {
  const part = await request.file().catch(() => undefined)
  if (!part) return { file: '' }
  // The file is read first, because form fields after it are known only then.
  const bytes = await readWhole(part.file)
  const fields: Record<string, unknown> = { fileName: part.filename.slice(-200) }
  for (const [name, field] of Object.entries(part.fields))
    if (field && !Array.isArray(field) && field.type === 'field') fields[name] = valueOf(String(field.value))
  if (Object.values(fields).some((text) => typeof text === 'string' && text.includes('\ufffd')))
    throw new Refusal('INVALID', { text: notUtf8Text })
  if (fields['dealerId'] !== undefined && fields['dealerId'] !== session.dealerId)
    throw new Refusal('NOT_FOUND')
  const ending = endingOf(part.filename)
  const kind = fileKinds[ending]
  if (!kind) throw new Refusal('UPLOAD_REFUSED', { text: notXlsxText(part.filename, bytes) })
  if (!bytes || bytes.length > kind.maxBytes) throw new Refusal('UPLOAD_REFUSED', { text: kind.tooLarge })
  if (!startsAs(kind, bytes)) throw new Refusal('UPLOAD_REFUSED', { text: contentText(kind, bytes) })
  const content = createHash('sha256').update(bytes).digest('hex')
  const key = uploadKey(kind, session, ending)
  await note(key)
  // Before the key's transaction, which would be held for as long as the file takes.
  await files.write(key, bytes)
  const given = { ...fields, file: key }
  const taken = JSON.parse(
    await once({ ...fields, content }, () => Promise.resolve(JSON.stringify(given))),
  ) as typeof given
  // A repeat has the first one's file; its own would go with the unused ones.
  if (taken.file !== key) await files.remove(key)
  return taken
}

/** Returns undefined for a file that is too large or broken off. Refuses a stalled upload. */
async function readWhole(file: MultipartFile['file']): Promise<Buffer | undefined> {
  try {
    const pieces: Buffer[] = []
    for await (const piece of piecesOf(file)) pieces.push(piece)
    return file.truncated ? undefined : Buffer.concat(pieces)
  } catch (error) {
    if (error instanceof Stalled) throw new Refusal('UPLOAD_REFUSED', { text: '上传已中断，请重新上传' })
    return undefined
  }
}

/** Form fields are texts; numbers and booleans are parsed from them. */
function valueOf(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^\d{1,15}$/.test(text) ? Number(text) : text
}
