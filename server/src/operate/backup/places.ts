import path from 'node:path'
import type { BackupPlace } from '../../platform/config/config.backup.ts'
import type { Place } from './place.ts'
import { openFolder } from './place.folder.ts'

/** Opens the place of backups. */
export async function openPlace(place: BackupPlace): Promise<Place> {
  if ('folder' in place) return openFolder(path.resolve(place.folder))
  // Imports the bucket's library on demand: it takes a tenth of the server's memory.
  return (await import('./place.bucket.ts')).openBucket(place.bucket, place.prefix)
}
