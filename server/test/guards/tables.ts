import { listTables } from '../../src/platform/tables/describe.ts'
import { allTables } from '../../src/rooms.ts'

function readTables(): Readonly<Record<string, string>> {
  const owners: Record<string, string> = {}
  for (const { table, room } of listTables(allTables)) {
    if (owners[table]) throw new Error(`${table} belongs to ${owners[table]}, and to ${room}`)
    owners[table] = room
  }
  return owners
}

/**
 * The room that owns each table by its description, and alone writes there. A test compares the list with the
 * catalogue, so it is complete.
 */
export const roomOf = readTables()
