import { listTables } from '../../src/platform/tables/describe.ts'
import type { NamedDescription } from '../../src/platform/tables/describe.ts'
import { customer } from '../../src/platform/tables/words.ts'
import { allTables } from '../../src/rooms.ts'
import { isOfTests, shorten } from './statement.ts'
import type { Guard } from './statement.ts'

/** The seed fills databases: it is no room, and runs before the rooms are in use. */
const seed = 'seed'

/** Shared mechanisms of the platform, with the tables that ask for them in their descriptions. */
const mechanisms: Readonly<Record<string, (table: NamedDescription) => boolean>> = {
  'src/platform/open/inbox.repository.ts': ({ queue }) => queue === 'inbox',
  'src/platform/personal/personal.repository.ts': ({ title }) => title !== undefined,
  'src/platform/tables/merge.repository.ts': ({ ids }) => Object.values(ids).includes(customer.moves),
  'src/team/given.repository.ts': ({ ids }) =>
    Object.values(ids).some((word) => word.of === 'member' && word.on === 'moves'),
  'src/report/past/past.repository.ts': ({ keepsSeries }) => keepsSeries === true,
  'src/platform/queues/leased.ts': ({ queue }) => queue === 'leased',
  'src/platform/queues/outbox.ts': ({ queue }) => queue === 'outbox',
  'src/platform/queues/upkeep.repository.ts': ({ retention }) => retention !== undefined,
}
const described = new Map<string, NamedDescription>(
  listTables(allTables).map((table) => [table.table, table]),
)

/** Only the room that owns a table writes to it; others call that room through its index.ts. */
export function createOwnerGuard(): Guard {
  const problems = new Set<string>()
  return {
    see({ text, uses, file }) {
      for (const { table, verb } of uses) {
        if (verb === 'select') continue
        const from = file()
        const of = described.get(table)
        if (from !== undefined && isOfTests(from)) continue
        const room = /^src\/(\w+)\//.exec(from ?? '')?.[1]
        if (room === of?.room || room === seed || (of && mechanisms[from ?? '']?.(of))) continue
        problems.add(
          of
            ? `${from ?? 'an unknown file'} writes ${table}, which belongs to ${of.room}: ${shorten(text)}`
            : `${table} is not described in the <room>.tables.ts of a room`,
        )
      }
    },
    problems: () => [...problems],
  }
}
