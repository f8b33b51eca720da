import { defeatBranch } from '@showroom/contract/customer/customer.rules'
import type { ConfirmFail } from '@showroom/contract/review/review.schema'
import { confirmDefeat } from '../customer/index.ts'
import { passToCity } from '../lead/index.ts'
import type { Context } from '../platform/http/handler.ts'

/**
 * Agrees to a defeat. Who buys in another city becomes a lead of a store there, where the own store takes part in that
 * (document 4, section 3).
 */
export async function confirmFail(context: Context, form: ConfirmFail) {
  const { session } = context
  const { rowVersion, customer, request } = await confirmDefeat(context, form)
  if (defeatBranch(request.reason).city && session.flags.cityPoolEnable && customer.mobile !== '')
    await passToCity(
      { db: context.db, scope: session.scope, now: context.now },
      {
        externalId: `defeat-${session.dealerId}-${request.id}`,
        name: customer.name,
        mobile: customer.mobile,
        seriesId: customer.seriesIds[0] ?? null,
        province: request.province,
        city: request.city,
        remark: `${session.dealer.name}战败转出，意向购车城市：${request.province}${request.city}`,
      },
    )
  return { rowVersion }
}
