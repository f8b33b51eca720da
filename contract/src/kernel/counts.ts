import { z } from 'zod'
import { type Call, call, type Topic } from './call.ts'
import { unlookedInside } from './marks.ts'
import { dealerId } from './wire.ts'

/** Maximum number of filters counted in one call. */
export const mostCounted = 12
/** Counting stops at this number of rows; no one works through a longer list. */
export const countedUpTo = 1000

/** A query of `countsCall`, whatever its list. */
export type CountsCall = Call<
  { readonly _zod: { readonly input: { readonly queries: readonly object[] }; readonly output: object } },
  { readonly _zod: { readonly input: unknown; readonly output: { readonly totals: readonly number[] } } },
  false
>

/**
 * Defines a query that counts a list's rows under several filters, shown beside the list's views. It has the list's rights and counts
 * only rows that the list would show. Keywords are ignored: they search for one person.
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
      // A view may hold a code that was removed since. The list reports that when it is opened; the other views still get their
      // counts.
      queries: unlookedInside(z.array(list.request).min(1).max(mostCounted)),
    }),
    answer: z.object({
      /** In the order of the filters. `countedUpTo` means that many or more. */
      totals: z.array(z.number().max(countedUpTo)),
    }),
    shows,
  })
