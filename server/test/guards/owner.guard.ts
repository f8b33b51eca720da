import { roomOf } from './tables.ts'
import { isOfTests, shorten } from './statement.ts'
import type { Guard } from './statement.ts'

/** The seed fills databases: it is no room, and runs before the rooms are in use. */
const seed = 'seed'

/** Only the room that owns a table writes to it; others call that room through its index.ts. */
export function createOwnerGuard(): Guard {
  const problems = new Set<string>()
  return {
    see({ text, uses, file }) {
      for (const { table, verb } of uses) {
        if (verb === 'select') continue
        const from = file()
        const owner = roomOf[table]
        if (from !== undefined && isOfTests(from)) continue
        const room = /^src\/(\w+)\//.exec(from ?? '')?.[1]
        if (room === owner || room === seed) continue
        problems.add(
          owner
            ? `${from ?? 'an unknown file'} writes ${table}, which belongs to ${owner}: ${shorten(text)}`
            : `${table} belongs to no room (tables of a room.ts)`,
        )
      }
    },
    problems: () => [...problems],
  }
}
