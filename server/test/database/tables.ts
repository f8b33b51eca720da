import { checksumOf, readMigrations } from '../../src/platform/db/migrate.ts'

/**
 * The first line of `tables.ts`: a hash of the migrations that its types come from, which shows without a database
 * whether they are stale.
 */
export async function headOfTables(): Promise<string> {
  const texts = Object.values(await readMigrations())
  return `// Generated from ${texts.length} migrations, SHA-256 ${checksumOf(texts.map(checksumOf).join('')).slice(0, 16)}.`
}
