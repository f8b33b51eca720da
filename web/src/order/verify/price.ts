import type { OrderDetail } from '@showroom/contract/order/detail.schema'
import { fenOf, orderStatus } from '@showroom/contract/order/order.rules'

type SubOrder = OrderDetail['subOrders'][number]

/** What the lines that are left cost against what their models are listed at. Yuan; `share` in per cent of the list price. */
export function priceOf(subOrders: readonly SubOrder[]) {
  const lines = subOrders
    .filter(({ orderStatus: status }) => status !== orderStatus.cancelled)
    .map((line) => ({
      key: line.subOrderNo,
      name: `${line.seriesName} ${line.specName}`,
      price: line.price,
      guidePrice: line.guidePrice,
      number: line.number - line.cancelSubCount,
    }))
  // In whole fen, so that no sum is off by the last one.
  const sum = (of: (line: (typeof lines)[number]) => number): number =>
    lines.reduce((total, line) => total + fenOf(of(line)) * line.number, 0)
  const [listed, paid] = [sum(({ guidePrice }) => guidePrice), sum(({ price }) => price)]
  return {
    lines,
    discount: (listed - paid) / 100,
    share: listed > 0 ? ((listed - paid) / listed) * 100 : 0,
  }
}
