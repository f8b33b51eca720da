import { buffer } from 'node:stream/consumers'
import { fileFolders } from '../../platform/files/files.ts'
import type { FileStore } from '../../platform/files/files.ts'

/** Files of a store, whose keys begin with its number. */

/**
 * How keys of a store's files become those of the other one (platform/files/files.ts). The number of the store replaces a part of the
 * random one, because copies of one example file have the same in both stores.
 */
export const renamedKeys = ({ from, into }: { readonly from: number; readonly into: number }) => ({
  pattern: `((?:${fileFolders.join('|')})/)${from}(/(?:m[0-9a-z]{1,11}-)?)[0-9a-f]{8}(-[0-9a-f-]{27})`,
  replacement: `\\1${into}\\2${from.toString(16).padStart(8, '0')}\\3`,
})

/** Copies the files of a store to the keys of another, as the copied rows name them. Returns their number. */
export async function copyFiles(
  files: Pick<FileStore, 'list' | 'read' | 'write' | 'size'>,
  from: number,
  into: number,
): Promise<number> {
  const { pattern, replacement } = renamedKeys({ from, into })
  let total = 0
  for await (const key of files.list(from)) {
    const target = key.replace(new RegExp(pattern, 'u'), replacement.replaceAll('\\', '$'))
    total += 1
    if ((await files.size(target)) === (await files.size(key))) continue
    const content = await files.read(key)
    if (content) await files.write(target, await buffer(content))
  }
  return total
}

export async function removeFiles(
  files: Pick<FileStore, 'list' | 'remove'>,
  dealerId: number,
): Promise<void> {
  for await (const key of files.list(dealerId)) await files.remove(key)
}
