import { placeNew } from './operate/distribute/distribute.ts'
import { migrate } from './platform/db/migrate.ts'
import { placesOf } from './platform/tables/describe.ts'
import { seedBase } from './seed/base.ts'

/**
 * Brings the database to this release, as every start and command does: migrations, the places of their tables if it is distributed, base
 * data. Returns the migrations that wait until this release is kept.
 */
export async function upgrade(
  databaseUrl: string,
  ...[getFiles, log, options]: Parameters<typeof migrate> extends [unknown, ...infer Others] ? Others : never
): Promise<readonly string[]> {
  const waiting = await migrate(databaseUrl, getFiles, log, options)
  await placeNew(databaseUrl, async () => {
    // The rooms are loaded only then.
    const { allTables } = await import('./rooms.ts')
    return placesOf(allTables)
  })
  await seedBase(databaseUrl)
  return waiting
}
