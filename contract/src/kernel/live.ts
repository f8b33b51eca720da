import { z } from 'zod'

/** Where open pages hear of changes: server-sent events, the session's token in the Authorization header. */
export const livePath = '/live'

/** What a page says when it opens its stream. */
export const LiveQuery = z.object({
  /** Milliseconds since it was last sure to know everything: it is told at once what has changed since. Without it, it wants to hear of what comes. */
  known: z.coerce.number().int().nonnegative().optional(),
})

/** Why a stream ends: no session any more; its rights have changed; newer pages of the same member took its place; the server stops. */
export const endings = ['session', 'rights', 'replaced', 'closing'] as const
export type Ending = (typeof endings)[number]

/** One event. It holds no content: who is told reads again, under the rights of the moment. */
export const LiveEvent = z.union([
  /** These have changed. */
  z.object({ topics: z.array(z.string()) }),
  /** Anything may have changed: something was missed. */
  z.object({ missed: z.literal(true) }),
  z.object({ end: z.enum(endings) }),
])
export type LiveEvent = z.infer<typeof LiveEvent>
