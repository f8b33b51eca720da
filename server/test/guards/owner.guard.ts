import { roomOf } from './tables.ts'
import { isOfTests, shorten } from './statement.ts'
import type { Guard } from './statement.ts'

/** The seed fills databases: it is no room, and runs before the rooms are in use. */
const seed = 'seed'

/** An erasure writes the tables that rooms declare in `personal`; `test/rows/personal.test.ts` holds the list of all. */
const erased: readonly string[] = Object.keys(roomOf)

/** Shared mechanisms of the platform, with the tables whose rooms describe them (`QueueTable`, `InboxTable`). */
const mechanisms: Readonly<Record<string, readonly string[]>> = {
  'src/platform/open/inbox.repository.ts': ['order_delivery', 'record_delivery'],
  'src/platform/personal/personal.repository.ts': erased,
  'src/platform/queues/leased.ts': ['customer_bulk', 'customer_import', 'person_request'],
  'src/platform/queues/outbox.ts': ['notice_push', 'webhook_message'],
  'src/platform/queues/upkeep.repository.ts': [
    'customer_bulk',
    'lead_delivery',
    'notice',
    'notice_push',
    'order_delivery',
    'record_delivery',
    'webhook_attempt',
    'webhook_message',
  ],
}

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
        if (room === owner || room === seed || mechanisms[from ?? '']?.includes(table)) continue
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
