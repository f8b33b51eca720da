import { source } from '@showroom/contract/customer/customer.rules'
import type { RowsAnswer, RowsQuery } from '@showroom/contract/report/report.schema'
import type { z } from 'zod'
import type { Context } from '../platform/http/handler.ts'
import { planSpanOf, spanOf } from './days.ts'
import { rowsNameOf } from './measures/rows.repository.ts'
import { listRows } from './rows.repository.ts'

/** Lists the rows behind a number. Their count equals that number. */
export async function listCounted(
  { db, session, catalogue, now }: Context,
  query: RowsQuery,
): Promise<z.infer<typeof RowsAnswer>> {
  const span = (rowsNameOf(query.measure) === 'invitation' ? planSpanOf : spanOf)(query, now)
  const { rows, total } = await listRows(db, session.scope, span, query)
  return {
    total,
    data: rows.map(({ source: from, otherSource, seriesId, ...row }) => ({
      ...row,
      sourceName:
        from === source.network
          ? catalogue.display('onlineSources', otherSource)
          : catalogue.display('customerFromSources', from),
      seriesName: catalogue.seriesName(seriesId) ?? '',
    })),
  }
}
