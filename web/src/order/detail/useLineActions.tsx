import type { OrderDetail, SubOrder } from '@showroom/contract/order/detail.schema'
import { orderCan, orderStatus } from '@showroom/contract/order/order.rules'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { lazyDialog } from '../../ui/lazyDialog'

const CancelLineDialog = lazyDialog(() =>
  import('../CancelLineDialog').then((module) => module.CancelLineDialog),
)

const leftOf = (line: SubOrder): number =>
  line.orderStatus === orderStatus.cancelled ? 0 : line.number - line.cancelSubCount

/** Cancels vehicles of a line if the order's status allows it. The last vehicle can only be cancelled with the whole order. */
export function useLineActions(order: OrderDetail) {
  const [line, setLine] = useState<SubOrder>()
  const vehicles = order.subOrders.reduce((sum, one) => sum + leftOf(one), 0)
  const isPossible = order.isMine && vehicles > 1 && orderCan.cancelLine(order.orderStatus)
  const actionOf = (one: SubOrder): ReactNode =>
    leftOf(one) > 0 && (
      <Button
        size="small"
        aria-label={`取消 ${one.seriesName} ${one.specName}，${one.carExternalColor}`}
        onClick={() => setLine(one)}
      >
        取消
      </Button>
    )
  return {
    actionOf: isPossible ? actionOf : undefined,
    dialog: line && (
      <CancelLineDialog
        orderId={order.id}
        customerId={order.customerId}
        rowVersion={order.rowVersion}
        line={line}
        onClosed={() => setLine(undefined)}
      />
    ),
  }
}
