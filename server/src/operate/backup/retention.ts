import { basePrefix, listBackups, listFiles, markerOf, partOf, walPrefix } from './catalogue.ts'
import type { Backup } from './catalogue.ts'
import type { Kept, Place } from './place.ts'
import { bytesOf } from './seal.ts'

const dayMs = 86_400_000

/** Backups of a space that are needed to restore any time of the last days: those within them, and the newest one before. */
export function findNeeded(backups: readonly Backup[], days: number, now: Date): Backup[] {
  const since = new Date(now.getTime() - days * dayMs).toISOString()
  const before = backups.filter(({ endedAt }) => endedAt < since)
  return [...before.slice(-1), ...backups.filter(({ endedAt }) => endedAt >= since)]
}

/** Timeline and position of a WAL file's name; a history's has no position. */
const segmentOf = (name: string): string | undefined =>
  /\/[0-9A-F]{8}([0-9A-F]{16})(?:\.[^/]*)?$/.exec(name)?.[1]

/**
 * Removes backups of a space that no restore within the days needs, WAL older than the oldest kept base, and uploads that are in no kept
 * backup. Runs after a successful backup only, so that old ones stay while new ones fail. Returns the number of removed backups.
 */
export async function removeOld(place: Place, space: string, days: number, now: Date): Promise<number> {
  const backups = (await listBackups(place)).filter((one) => one.space === space)
  const needed = findNeeded(backups, days, now)
  const [oldest] = needed
  if (!oldest) return 0
  const old = backups.filter((one) => !needed.includes(one))
  // The marker first: a half removed backup must not be listed.
  await place.remove(old.map(({ name }) => markerOf(name)))
  const parts = await place.list(basePrefix(space))
  const isLeft = ({ name, at }: Kept): boolean => {
    const of = name.slice(basePrefix(space).length).split('/')[0] ?? ''
    // A backup that runs now has no marker yet.
    const isHalf = !backups.some((one) => one.name === of) && now.getTime() - at.getTime() > dayMs
    return isHalf || old.some((one) => one.name === of)
  }
  await place.remove(parts.filter(isLeft).map(({ name }) => name))
  const first = oldest.firstSegment?.slice(8)
  if (first !== undefined) {
    const wal = await place.list(walPrefix(space))
    await place.remove(wal.filter(({ name }) => (segmentOf(name) ?? first) < first).map(({ name }) => name))
  }
  await removeFiles(place, space, needed)
  return old.length
}

/** Removes versions of uploads that no kept backup lists, unless they came after the last one. */
async function removeFiles(place: Place, space: string, needed: readonly Backup[]): Promise<void> {
  const listed = new Set<string>()
  for (const backup of needed) for (const name of await readFileList(place, backup)) listed.add(name)
  const last = new Date(needed.at(-1)?.startedAt ?? 0)
  const gone = (await listFiles(place, space)).filter(({ name, at }) => !listed.has(name) && at < last)
  await place.remove(gone.map(({ name }) => name))
}

/** Names of the uploads that existed at the time of a backup. */
export async function readFileList(place: Place, backup: Backup): Promise<string[]> {
  if (backup.files !== 'kept') return []
  return JSON.parse((await bytesOf(await place.read(partOf(backup, 'files.json')))).toString()) as string[]
}
