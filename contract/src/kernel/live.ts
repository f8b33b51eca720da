import { z } from 'zod'

/** Path of the stream of change events (server-sent events). The session token goes in the Authorization header. */
export const livePath = '/live'

/** Query parameters for opening a stream. */
export const LiveQuery = z.object({
  /**
   * Milliseconds since the page last had complete data; the server replays changes since then at once. If absent, only later changes are
   * sent.
   */
  known: z.coerce.number().int().nonnegative().optional(),
})

/** Why the server ended a stream: the session ended, its rights changed, newer pages of the member replaced it, or the server stops. */
export const endings = ['session', 'rights', 'replaced', 'closing'] as const
export type Ending = (typeof endings)[number]

/** One event. It carries no data: pages refetch under their current rights. */
export const LiveEvent = z.union([
  /** These topics have changed. */
  z.object({ topics: z.array(z.string()) }),
  /** Events were missed, so any topic may have changed. */
  z.object({ missed: z.literal(true) }),
  z.object({ end: z.enum(endings) }),
])
export type LiveEvent = z.infer<typeof LiveEvent>
