import type { AllocationQuery, VerifyListQuery } from '@showroom/contract/order/verify.schema'
import type { z } from 'zod'
import type { Condition } from '../platform/db/conditions.ts'
import type { Context } from '../platform/http/handler.ts'
import { lookUpKey } from '../platform/number-search.ts'
import { listOrders, ofAllocation, ofReview } from './verify.repository.ts'

/** A page of the orders that wait for review, or were reviewed. */
export const verifyList = (context: Context, query: z.output<typeof VerifyListQuery>) =>
  pageOfOrders(context, query, ofReview(query))

/** A page of the approved orders of a stage on the way to their car. */
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
    () => listOrders(context.db, context.session.scope, query, which, context.now),
    ({ total }) => total === 0,
  )
