import { randomBytes } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

/** The hash of what each template of a cluster was filled from. */
export type Keys = Readonly<Record<string, string>>

interface Kept {
  readonly folder: string
  readonly keys: Keys
  /** Milliseconds. */
  readonly usedAt: number
}

const [hour, day] = [3_600_000, 86_400_000]
const most = 3

/** Names of the templates that both hold, filled from the same. */
export const sharedOf = (kept: Keys, wanted: Keys): string[] =>
  Object.keys(kept).filter((name) => kept[name] === wanted[name])

/** A folder of stopped clusters. Several processes may use it at once: a cluster appears whole, and is never changed. */
export function openShelf(shelf: string) {
  mkdirSync(shelf, { recursive: true })

  const list = (): Kept[] =>
    readdirSync(shelf).flatMap((name) => {
      const folder = path.join(shelf, name)
      try {
        const keys = JSON.parse(readFileSync(path.join(folder, 'keys.json'), 'utf8')) as Keys
        return [{ folder, keys, usedAt: statSync(folder).mtimeMs }]
      } catch {
        // Another process has removed it, or is writing it.
        return []
      }
    })

  /** Removes what no run will use: clusters of a week ago, and all but the last used ones. Spares those of the last hour. */
  function tidy(now: number): void {
    const last = list().toSorted((a, b) => b.usedAt - a.usedAt)
    for (const [at, { folder, usedAt }] of last.entries())
      if (now - usedAt > 7 * day || (at >= most && now - usedAt > hour))
        rmSync(folder, { recursive: true, force: true })
    for (const name of readdirSync(shelf).filter((one) => one.startsWith('.'))) {
      const draft = path.join(shelf, name)
      const madeAt = statSync(draft, { throwIfNoEntry: false })?.mtimeMs ?? now
      if (now - madeAt > hour) rmSync(draft, { recursive: true, force: true })
    }
  }

  return {
    tidy,

    /** The cluster with most of the wanted templates, of which the first must be there. */
    find(wanted: Keys): Kept | undefined {
      const [base = ''] = Object.keys(wanted)
      const [best] = list()
        .filter(({ keys }) => keys[base] === wanted[base])
        .toSorted((a, b) => sharedOf(b.keys, wanted).length - sharedOf(a.keys, wanted).length)
      if (best) utimesSync(best.folder, new Date(), new Date())
      return best
    },

    /** Adds a cluster, which `copy` writes into a folder. */
    async keep(keys: Keys, copy: (folder: string) => Promise<void>): Promise<void> {
      const draft = mkdtempSync(path.join(shelf, '.'))
      try {
        await copy(draft)
        writeFileSync(path.join(draft, 'keys.json'), JSON.stringify(keys))
        renameSync(draft, path.join(shelf, randomBytes(8).toString('hex')))
      } finally {
        rmSync(draft, { recursive: true, force: true })
      }
      tidy(Date.now())
    },
  }
}
