import type { FailListAnswer, FailListQuery } from '@showroom/contract/review/list.schema'
import { lazyDefeat } from '@showroom/contract/review/review.rules'
import type { z } from 'zod'
import type { Context } from '../platform/http/handler.ts'
import { listRequests } from './list.repository.ts'

/** A page of defeat requests, each with what speaks against it. */
export async function failList(
  { db, session }: Context,
  query: z.output<typeof FailListQuery>,
): Promise<z.output<typeof FailListAnswer>> {
  const { data, total } = await listRequests(db, session.scope, query)
  return {
    total,
    data: data.map((row) => ({ ...row, evidence: { ...row.evidence, doubts: lazyDefeat(row.evidence) } })),
  }
}
