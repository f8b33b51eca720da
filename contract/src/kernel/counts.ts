import { z } from 'zod'
import { type Call, call, type Topic } from './call.ts'
import { unlookedInside } from './marks.ts'
import { dealerId } from './wire.ts'

/** Most filters of a list that are counted in one call. */
export const mostCounted = 12
/** Rows are counted up to here: more is as many as anybody works through. */
export const countedUpTo = 1000

/**
 * How many rows a list has under each of several filters, as its views show them. Who may read the list may ask, and sees of each count what
 * the list would show. A keyword counts for nothing here: it is a look for somebody.
 */
export const countsCall = <Query extends z.ZodType<object>>(
  path: Call['path'],
  list: Call<Query>,
  shows: readonly Topic[],
) =>
  call({
    path,
    summary: `${list.summary}：各视图数量`,
    may: list.may,
    request: z.object({
      dealerId,
      // A view may name a code that has gone since: the list says so where it is opened, the others' numbers are told all the same.
      queries: unlookedInside(z.array(list.request).min(1).max(mostCounted)),
    }),
    answer: z.object({
      /** In the order of the filters; `countedUpTo` for that many and more. */
      totals: z.array(z.number().max(countedUpTo)),
    }),
    shows,
  })
