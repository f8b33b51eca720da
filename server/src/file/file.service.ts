import { quotaText, tooLargeText, wrongType } from '@showroom/contract/file/file.schema'
import type { DealerFile } from '@showroom/contract/file/file.schema'
import { list } from '@showroom/contract/file/file.api'
import { mayCall } from '@showroom/contract/kernel/call'
import { maskText } from '@showroom/contract/kernel/mask'
import { audit } from '../platform/auditing/audit.ts'
import { endingOf, isUploadOf } from '../platform/files/files.ts'
import type { FileStore, UploadParams } from '../platform/files/files.ts'
import { checkUpload, keepUpload, issueUploadTicket, refusalText } from '../platform/files/uploads.ts'
import type { CheckedUpload } from '../platform/files/uploads.ts'
import type { Context, Preparing } from '../platform/http/handler.ts'
import { Refusal } from '../platform/refusal.ts'
import * as repository from './file.repository.ts'
import type { Room } from './file.repository.ts'

const megabyte = 1024 * 1024

const refuse = (text: string): Refusal => new Refusal('UPLOAD_REFUSED', { text })

/** Rejects a file that is too large or would exceed the store's quota. */
function refuseTooMuch({ maxMb, quotaMb, usedBytes }: Room, bytes: number): void {
  if (bytes > maxMb * megabyte) throw refuse(tooLargeText(maxMb))
  if (usedBytes + bytes > quotaMb * megabyte) throw refuse(quotaText(quotaMb))
}

/** Lists the store's files with links that expire after half an hour. */
export async function listFiles(
  { db, session, now }: Context,
  files: FileStore,
  page: { readonly pageStart: number; readonly pageCount: number },
) {
  const { rows, total } = await repository.listFiles(db, session.scope, page)
  const { usedBytes, maxMb, quotaMb } = await repository.readRoom(db, session.scope)
  const data = rows.map(({ fileKey, fileName, ...row }): DealerFile => {
    const ending = endingOf(fileKey)
    const name = maskText(fileName)
    return {
      ...row,
      fileName: name,
      ending,
      fileUrl: files.link(fileKey, now),
      downloadUrl: files.link(fileKey, now, endingOf(name) === ending ? name : `${name}.${ending}`),
    }
  })
  return { data, total, usedBytes, maxMb, quotaMb }
}

/** Returns those of the keys that are shared files, if the member can list these. */
export const seenSharedFiles = async (
  { db, session }: Pick<Context, 'db' | 'session'>,
  keys: readonly string[],
): Promise<string[]> => (mayCall(list.may, session) ? repository.listSharedKeys(db, session.scope, keys) : [])

/** Issues an upload ticket for sending one file directly to the object storage. */
export async function uploadParams(
  context: Context,
  files: FileStore,
  file: { readonly fileName: string; readonly fileSize: number },
): Promise<UploadParams> {
  const room = await repository.readRoom(context.db, context.session.scope)
  refuseTooMuch(room, file.fileSize)
  const params = await issueUploadTicket(context, files, file.fileName, { maxBytes: room.maxMb * megabyte })
  if (!params) throw refuse(wrongType)
  return params
}

interface AddForm {
  readonly fileName: string
  readonly fileUrl: string
}
type FoundFile = CheckedUpload & { readonly size: number | undefined }

/** Checks the upload for `addFile`: size, and whether the content matches its type. */
export async function checkFile(
  context: Preparing,
  files: FileStore,
  { fileUrl: key }: AddForm,
): Promise<FoundFile> {
  const size = isUploadOf(context.session, 'file', key) ? await files.size(key) : undefined
  return { ...(await checkUpload(context, files, 'file', key)), size }
}

/** Adds an upload to the store's files if its content matches its type and there is room for it. */
export async function addFile(
  context: Context,
  found: FoundFile,
  { fileName, fileUrl: key }: AddForm,
): Promise<{ id: number }> {
  const { db, session, now } = context
  const { size } = found
  if (size === undefined) throw refuse('请选择导入文件')
  refuseTooMuch(await repository.readRoom(db, session.scope, true), size)
  const taken = await keepUpload(context, found)
  if (taken !== 'taken') throw refuse(refusalText(key, taken, '文件内容与类型不符'))
  const id = await repository.insertFile(db, session.scope, {
    name: fileName,
    key,
    size,
    userName: session.memberName,
    at: now,
  })
  if (id === undefined) throw refuse('该文件已上传')
  await audit(context, 'file-add', `file:${id}`, { fileName: maskText(fileName) })
  return { id }
}

/** Deletes all given files or none. Removes their bytes after the commit. */
export async function deleteFiles(context: Context, files: FileStore, ids: readonly number[]): Promise<void> {
  const gone = await repository.deleteFiles(context.db, context.session.scope, ids)
  if (gone.length < ids.length) throw new Refusal('NOT_FOUND')
  for (const { id, fileName } of gone)
    await audit(context, 'file-delete', `file:${id}`, { fileName: maskText(fileName) })
  context.afterwards(() => {
    for (const { fileKey } of gone) void files.remove(fileKey).catch(() => undefined)
  })
}
