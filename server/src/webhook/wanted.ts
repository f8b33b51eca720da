import type { Database } from '../platform/db/client.ts'
import type { Line } from '../platform/db/line.ts'
import { listWanted, wantedChannel } from './endpoint.repository.ts'

/**
 * What is wanted of each store, kept in the process: so that where nobody is registered, an event costs nothing. Whoever changes an
 * endpoint tells all processes; until it is read anew, and while nothing can be heard, it may be wanted and the table is asked.
 */
export interface Wanted {
  may(dealerId: number, type: string): boolean
  /** An endpoint has changed. */
  changed(): void
}

/** Stores also change their groups. */
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
      // What changed meanwhile is read by another.
      if (started === age) types = new Map(rows.map((row) => [row.dealerId, new Set(row.types)]))
    } catch {
      // The table is asked until it can be read.
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
