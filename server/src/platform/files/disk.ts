import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** Moves the finished file to its target. Returns false if the target is taken. */
type Place = (partial: string, target: string) => Promise<boolean>

export const replace: Place = async (partial, target) => {
  await rename(partial, target)
  return true
}

/** Unlike a rename, a hard link fails if the target exists, so one of several parallel uploads wins. */
export const placeOnce: Place = async (partial, target) => {
  try {
    await link(partial, target)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Files hold personal data: other users of the machine read none. */
export const folderMode = 0o700
export const fileMode = 0o600

const ending = '.part'

/**
 * Writes a temporary file next to the target and then moves it, so that a partial file never has the key. The temporary file is removed
 * whatever happens: on a full disk it would keep the disk full.
 */
export async function store(target: string, bytes: Uint8Array, place: Place): Promise<boolean> {
  await mkdir(path.dirname(target), { recursive: true, mode: folderMode })
  const partial = `${target}.${randomUUID()}${ending}`
  try {
    const file = await open(partial, 'wx', fileMode)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    return await place(partial, target)
  } finally {
    await rm(partial, { force: true })
  }
}

/** No write takes this long. */
const writeMs = 60_000

/** Removes the temporary files of processes that were killed while writing. Other processes may be writing theirs, so it leaves young ones. */
export async function sweepPartial(folder: string, now: Date): Promise<void> {
  const entries = await readdir(folder, { recursive: true }).catch(() => [])
  for (const name of entries.filter((one) => one.endsWith(ending))) {
    const file = path.join(folder, name)
    const stats = await stat(file).catch(() => undefined)
    if (stats && now.getTime() - stats.mtimeMs > writeMs) await rm(file, { force: true })
  }
}

/** Whether an error means that no space or quota is left on a disk. */
export const isDiskFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException | undefined)?.code ?? '')
