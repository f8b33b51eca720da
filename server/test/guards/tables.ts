import { platformTables, tablesOf } from '../../src/platform/db/places.ts'
import { roomTables } from '../../src/rooms.ts'

function readTables(): Readonly<Record<string, string>> {
  const owners: Record<string, string> = {}
  for (const [room, tables] of Object.entries({ platform: platformTables, ...roomTables }))
    for (const table of tablesOf(tables)) {
      if (owners[table]) throw new Error(`${table} belongs to ${owners[table]}, and to ${room}`)
      owners[table] = room
    }
  return owners
}

/**
 * The room that owns each table by its `room.ts`, and alone writes there. A test compares the list with the
 * catalogue, so it is complete.
 */
export const roomOf = readTables()
