import { VerifyListQuery } from '@showroom/contract/order/verify.schema'
import type { AllocationQuery, VerifyRow } from '@showroom/contract/order/verify.schema'
import type { z } from 'zod'
import type { Condition } from '../../platform/db/conditions.ts'
import type { Context } from '../../platform/http/handler.ts'
import { keepTotals } from '../../platform/live/kept.ts'
import type { Live } from '../../platform/live/live.ts'
import { lookUpKey } from '../../platform/limits/number-search.ts'
import { opened } from '../list/detail.repository.ts'
import { listOrders, ofAllocation, ofReview } from './verify.repository.ts'

/**
 * A page of the orders that wait for review or were reviewed. Reviewed orders span years, so their total is kept while a member turns pages
 * (docs/decisions/0019).
 */
export function createVerifyList(live: Live) {
  const withTotals = keepTotals<{ total: number }>(live, ['order', 'team'], ({ total }) => ({ total }))
  return (context: Context, query: z.output<typeof VerifyListQuery>) => {
    const { db, now, session } = context
    const which = ofReview(query)
    if (query.isDone === 0 || query.key !== '') return pageOfOrders(context, query, which)
    const { pageStart: _page, pageCount: _size, sortType: _sort, ...question } = query
    return withTotals(session.dealerId, question, (known) =>
      listOrders(db, session.scope, query, which, { now, opened: opened(session), known: known?.total }),
    )
  }
}

/** The store's orders that wait for review longest. */
export async function listToReview(
  context: Context,
  most: number,
): Promise<{ data: VerifyRow[]; total: number }> {
  const query = VerifyListQuery.parse({ pageCount: most })
  const { data, total } = await pageOfOrders(context, query, ofReview(query))
  return { data: JSON.parse(data.text) as VerifyRow[], total }
}

/** A page of the approved orders in one stage. */
export const allocationList = (context: Context, query: z.output<typeof AllocationQuery>) =>
  pageOfOrders(context, query, ofAllocation(query))

const pageOfOrders = (
  context: Context,
  query: Parameters<typeof listOrders>[2],
  which: readonly Condition[],
) =>
  lookUpKey(
    context,
    query.key,
    () =>
      listOrders(context.db, context.session.scope, query, which, {
        now: context.now,
        opened: opened(context.session),
      }),
    ({ total }) => total === 0,
  )
