import { fenOf, yuanOf } from '@showroom/contract/kernel/money'
import type { OrderDetail } from '@showroom/contract/order/detail.schema'
import { orderStatus } from '@showroom/contract/order/order.rules'

type SubOrder = OrderDetail['subOrders'][number]

interface PricedModel {
  readonly key: string
  readonly name: string
  readonly price: number
  readonly guidePrice: number
  readonly number: number
}

/** Groups vehicles by model and price, whatever their colours. */
function modelsOf(subOrders: readonly SubOrder[]): PricedModel[] {
  const models = new Map<string, PricedModel>()
  for (const line of subOrders) {
    if (line.orderStatus === orderStatus.cancelled) continue
    const key = `${line.specId} ${line.price}`
    const number = (models.get(key)?.number ?? 0) + line.number - line.cancelSubCount
    const { price, guidePrice } = line
    models.set(key, { key, name: `${line.seriesName} ${line.specName}`, price, guidePrice, number })
  }
  return [...models.values()]
}

/** Price of the remaining lines against the list prices of their models. Yuan; `share` in per cent of the list price. */
export function priceOf(subOrders: readonly SubOrder[]) {
  const lines = modelsOf(subOrders)
  // Sums in integer fen to avoid rounding errors.
  const sum = (of: (line: (typeof lines)[number]) => number): number =>
    lines.reduce((total, line) => total + fenOf(of(line)) * line.number, 0)
  const [listed, paid] = [sum(({ guidePrice }) => guidePrice), sum(({ price }) => price)]
  return {
    lines,
    discount: yuanOf(listed - paid),
    share: listed > 0 ? ((listed - paid) / listed) * 100 : 0,
  }
}
