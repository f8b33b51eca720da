import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { systemClock } from '../../platform/clock.ts'
import { isDiskFull, sweepPartial } from '../../platform/files/disk.ts'
import type { Kept, Place } from './place.ts'

const byName = (a: Kept, b: Kept): number => (a.name < b.name ? -1 : 1)

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Names the folder if its disk is full, which the message of the system does not. */
function explain(error: unknown, folder: string): unknown {
  return isDiskFull(error)
    ? new Error(`The disk of ${folder} is full: make room, or lower BACKUP_DAYS.`, { cause: error })
    : error
}

/** Age of partial files that are removed. Another process may wait for a long checkpoint before it writes on. */
const dayMs = 86_400_000

/** Keeps backups in a folder. */
export function openFolder(folder: string): Place {
  let swept: Promise<void> | undefined
  return {
    shown: folder,
    async write(name, content) {
      const target = path.join(folder, name)
      const partial = `${target}.${process.pid}.part`
      let bytes = 0
      try {
        await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
        await (swept ??= sweepPartial(folder, new Date(systemClock().getTime() - dayMs)))
        const file = await open(partial, 'w', 0o600)
        try {
          for await (const chunk of content) {
            await file.writeFile(chunk)
            bytes += chunk.length
          }
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(partial, target)
        await syncFolder(path.dirname(target))
        return bytes
      } catch (error) {
        throw explain(error, folder)
      } finally {
        await rm(partial, { force: true })
      }
    },
    async read(name) {
      const file = path.join(folder, name)
      await stat(file)
      return createReadStream(file)
    },
    async list(prefix) {
      const entries = await readdir(path.join(folder, prefix), {
        recursive: true,
        withFileTypes: true,
      }).catch(() => [])
      const objects: Kept[] = []
      for (const entry of entries.filter((one) => one.isFile() && !one.name.endsWith('.part'))) {
        const file = path.join(entry.parentPath, entry.name)
        const stats = await stat(file).catch(() => undefined)
        if (stats) objects.push({ name: path.relative(folder, file), bytes: stats.size, at: stats.mtime })
      }
      return objects.toSorted(byName)
    },
    async remove(names) {
      for (const name of names) await rm(path.join(folder, name), { force: true })
    },
  }
}
