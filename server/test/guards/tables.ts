import { globSync } from 'node:fs'
import path from 'node:path'

/** What stands below the rooms has tables too. */
const ofPlatform = [
  'idempotency_key',
  'rate_limit',
  'audit',
  'export_log',
  'undo',
  'upload',
  'store_work',
  'sms_outbox',
  'wecom_binding',
]

const src = path.resolve(import.meta.dirname, '../../src')

async function readTables(): Promise<Readonly<Record<string, string>>> {
  const rooms = Object.fromEntries(ofPlatform.map((table) => [table, 'platform']))
  for (const file of globSync('*/room.ts', { cwd: src })) {
    // What a room is, in platform, has none.
    const { tables = [] } = (await import(path.join(src, file))) as { tables?: readonly string[] }
    for (const table of tables) {
      if (rooms[table]) throw new Error(`${table} belongs to ${rooms[table]}, and to ${file}`)
      rooms[table] = path.dirname(file)
    }
  }
  return rooms
}

/**
 * The room that each table belongs to, as its `room.ts` says: it alone writes there. Complete: a test compares it with the catalogue.
 */
export const roomOf = await readTables()
