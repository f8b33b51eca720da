import { checksumOf, readMigrations } from '../src/platform/db/migrate.ts'

/** What `tables.ts` begins with: of which migrations its types are. That tells without a database whether they are stale. */
export async function headOfTables(): Promise<string> {
  const texts = Object.values(await readMigrations())
  return `// Of ${texts.length} migrations, SHA-256 ${checksumOf(texts.map(checksumOf).join('')).slice(0, 16)}.`
}
