import { FailListQuery } from '@showroom/contract/review/list.schema'
import { lazyDefeat } from '@showroom/contract/review/review.rules'
import type { ConfirmFails } from '@showroom/contract/review/review.schema'
import { confirmDefeats } from '../customer/index.ts'
import type { Context } from '../platform/http/handler.ts'
import { listRequests } from './list.repository.ts'

/**
 * Approves several requests at once. Requests with a doubt are skipped, as a reviewer must read the doubt first. Each other request is
 * decided and announced separately. A request that another reviewer decided first is skipped and reported.
 */
export async function confirmFails(context: Context, { requestIds }: ConfirmFails) {
  const query = FailListQuery.parse({ pageCount: requestIds.length })
  const { data } = await listRequests(context.db, context.session.scope, query, requestIds)
  const rows = new Map(data.map((row) => [row.requestId, row]))
  const left = requestIds.flatMap((requestId) => {
    const row = rows.get(requestId)
    const [doubt] = row ? lazyDefeat(row.evidence) : ['已被处理']
    return doubt === undefined ? [] : [{ requestId, reason: doubt }]
  })
  const doubtful = new Set(left.map(({ requestId }) => requestId))
  const { doneTotal, left: overtaken } = await confirmDefeats(
    context,
    data.filter(({ requestId }) => !doubtful.has(requestId)),
  )
  const failures = [...left, ...overtaken].map(({ requestId, reason }) => {
    const row = rows.get(requestId)
    return { requestId: row ? requestId : 0, name: row?.name ?? '', reason }
  })
  return { successTotal: doneTotal, failTotal: failures.length, failures }
}
