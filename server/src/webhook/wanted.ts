import type { Database } from '../platform/db/client.ts'
import type { Line } from '../platform/db/line.ts'
import { listWanted, wantedChannel } from './endpoint.repository.ts'

/**
 * Caches the subscribed events of each store in the process, so that an event without subscribers costs nothing. A change of an endpoint
 * notifies all processes. While the cache is being read or the connection is down, every event counts as subscribed and the table decides.
 */
export interface Wanted {
  may(dealerId: number, type: string): boolean
  /** Call after a change of an endpoint. */
  changed(): void
}

/** The cache also expires by time, because stores change their group. */
const keptMs = 10 * 60_000

export function keepWanted(db: Database, line: Line): Wanted {
  let types: ReadonlyMap<number, ReadonlySet<string>> | undefined
  let age = 0
  let readAt = 0

  async function read(): Promise<void> {
    const started = (age += 1)
    readAt = performance.now()
    try {
      const rows = await listWanted(db)
      // A change during the read is picked up by a later read.
      if (started === age) types = new Map(rows.map((row) => [row.dealerId, new Set(row.types)]))
    } catch {
      // Until a read succeeds, the table decides.
      readAt = 0
    }
  }
  const forget = (): void => {
    types = undefined
    age += 1
  }
  const changed = (): void => {
    forget()
    void read()
  }
  line.listen(wantedChannel, { heard: changed, lost: forget, up: changed })

  return {
    may(dealerId, type) {
      if (line.isUp() && performance.now() - readAt > keptMs) void read()
      return types === undefined || (types.get(dealerId)?.has(type) ?? false)
    },
    changed,
  }
}
