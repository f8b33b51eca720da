import type { FailListAnswer, FailListQuery } from '@showroom/contract/review/list.schema'
import { lazyDefeat } from '@showroom/contract/review/review.rules'
import type { z } from 'zod'
import type { Context } from '../platform/http/handler.ts'
import { lookUpKey } from '../platform/limits/number-search.ts'
import { listRequests } from './list.repository.ts'

/** Returns a page of defeat requests, each with its doubts. */
export async function failList(
  context: Context,
  query: z.output<typeof FailListQuery>,
): Promise<z.output<typeof FailListAnswer>> {
  const read = () => listRequests(context.db, context.session.scope, query)
  const { data, total } = await lookUpKey(context, query.key, read, (found) => found.total === 0)
  return {
    total,
    data: data.map((row) => ({ ...row, evidence: { ...row.evidence, doubts: lazyDefeat(row.evidence) } })),
  }
}
