import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileName, listFiles } from './catalogue.ts'
import type { Place } from './place.ts'
import { sealed } from './seal.ts'

/** Copies uploads into a place, each version of a file once. */
export interface FileCopier {
  /** Copies the versions that the place lacks. Reads only folders that changed since the last time. */
  copyNew(): Promise<void>
  /** Object names of all files that exist now, after copying those that lack. */
  copyAll(): Promise<string[]>
}

interface Target {
  readonly place: Place
  readonly space: string
  readonly key: string
}

/** Upload folders are two levels deep, and a file once written is replaced as a whole, which changes its folder. */
export function createFileCopier(folder: string, { place, space, key }: Target): FileCopier {
  const seen = new Map<string, number>()

  async function copyFolder(under: string): Promise<string[]> {
    const onPlace = new Set((await listFiles(place, space, `${under}/`)).map(({ name }) => name))
    const names: string[] = []
    for (const entry of await readdir(path.join(folder, under), { withFileTypes: true })) {
      if (!entry.isFile() || entry.name.endsWith('.part')) continue
      const file = path.join(folder, under, entry.name)
      const stats = await stat(file).catch(() => undefined)
      if (!stats) continue
      const name = fileName(space, path.posix.join(under, entry.name), stats.mtime)
      try {
        if (!onPlace.has(name)) await place.write(name, sealed(key, createReadStream(file)))
        names.push(name)
      } catch (error) {
        // Deleted meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      }
    }
    return names
  }

  async function foldersWithin(under: string): Promise<string[]> {
    const entries = await readdir(path.join(folder, under), { withFileTypes: true }).catch(() => [])
    const within = entries.filter((one) => one.isDirectory()).map(({ name }) => path.posix.join(under, name))
    return [...within, ...(await Promise.all(within.map(foldersWithin))).flat()]
  }

  return {
    async copyNew() {
      for (const under of await foldersWithin('')) {
        const { mtimeMs } = await stat(path.join(folder, under))
        if (seen.get(under) === mtimeMs) continue
        await copyFolder(under)
        seen.set(under, mtimeMs)
      }
    },
    async copyAll() {
      const names: string[] = []
      for (const under of await foldersWithin('')) names.push(...(await copyFolder(under)))
      return names
    },
  }
}
