import { rooms } from '@showroom/contract'
import type { Call, Topic } from '@showroom/contract/kernel/call'
import { topics } from '@showroom/contract/kernel/topics'
import type { Change } from './platform/db/changes.ts'
import type { LiveEvent } from './platform/live/live.ts'
import { listTables } from './platform/tables/describe.ts'
import { allTables } from './rooms.ts'

const byTable: ReadonlyMap<string, Topic | undefined> = new Map(
  listTables(allTables).map(({ table, room, silent, topic: own = room }) => [
    table,
    silent === undefined ? topics.find((topic) => topic === own) : undefined,
  ]),
)

/** Topic of a table's rows: the room that owns it. Tables of the platform, and silent ones, have none. */
export const topicOf = (table: string): Topic | undefined => byTable.get(table)

/** Topics that a query displays. Others are not sent, as no page would refetch for them. */
const topicsShown: ReadonlySet<Topic> = new Set(
  Object.values<Readonly<Record<string, Call>>>(rooms).flatMap((calls) =>
    Object.values(calls).flatMap(({ shows }) => shows),
  ),
)

/** The events for open pages that follow from what was written. */
export const eventsOf = (changes: readonly Change[]): LiveEvent[] =>
  changes.flatMap(({ table, dealerId, memberIds }) => {
    const topic = topicOf(table)
    return topic && topicsShown.has(topic)
      ? [{ dealerId, topics: [topic], ...(memberIds && { memberIds }) }]
      : []
  })
