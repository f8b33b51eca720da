import { globSync } from 'node:fs'
import path from 'node:path'

/** Tables of the platform, below the rooms. */
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
  'server_secret',
  'backup_run',
  'outside_door',
]

const src = path.resolve(import.meta.dirname, '../../src')

async function readTables(): Promise<Readonly<Record<string, string>>> {
  const rooms = Object.fromEntries(ofPlatform.map((table) => [table, 'platform']))
  for (const file of globSync('*/room.ts', { cwd: src })) {
    // platform/room.ts, which defines the room type, lists no tables.
    const { tables = [] } = (await import(path.join(src, file))) as { tables?: readonly string[] }
    for (const table of tables) {
      if (rooms[table]) throw new Error(`${table} belongs to ${rooms[table]}, and to ${file}`)
      rooms[table] = path.dirname(file)
    }
  }
  return rooms
}

/**
 * The room that owns each table by its `room.ts`, and alone writes there. A test compares the list with the
 * catalogue, so it is complete.
 */
export const roomOf = await readTables()
