import type { OrderDetail } from '@showroom/contract/order/detail.schema'
import { orderCan, orderStatus } from '@showroom/contract/order/order.rules'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { useOfferActions } from '../../frame/finder'
import { formatMinute } from '../../ui/day'
import { useNarrow } from '../../ui/useNarrow'
import { useShortcut } from '../../ui/useShortcut'
import { useDictionaryText } from '../../base/public'
import { OrderNote } from '../detail/OrderNote'
import { OrderTimeline } from '../detail/OrderTimeline'
import { OrderView } from '../detail/OrderView'
import { useOrderReveal } from '../detail/useOrderReveal'
import { orderRecordsQuery } from '../order.queries'
import { AgreeOrderDialog, RejectOrderDialog } from './DecideDialogs'
import { OpenedOrder } from './OpenedOrder'
import { ReviewFacts } from './ReviewFacts'
import { useNextOrder } from './useNextOrder'

/** An order to review, with the facts beside it. After the decision the next order opens. */
export function SubmittedPage() {
  const { id } = useSearch({ from: '/shell/submitted' })
  return (
    <OpenedOrder key={id} id={id} title="待审核订单" list="/activity/order-verify">
      {(order) => ({ actions: <Decisions order={order} />, body: <OrderToReview order={order} /> })}
    </OpenedOrder>
  )
}

function Decisions({ order }: { order: OrderDetail }) {
  const [deciding, setDeciding] = useState<'agree' | 'reject'>()
  const { next } = useNextOrder(order.id)
  const narrow = useNarrow()
  const waits = orderCan.review(order.orderStatus)
  useShortcut('a', waits ? '同意' : '', () => waits && setDeciding('agree'))
  useShortcut('r', waits ? '驳回' : '', () => waits && setDeciding('reject'))
  useShortcut('j', '下一个订单', () => void next(), { opens: false })
  useShortcut('k', '上一个订单', () => void next(-1), { opens: false })
  useOfferActions(
    order.orderNo,
    waits
      ? [
          { title: '同意订单', keys: 'A', run: () => setDeciding('agree') },
          { title: '驳回订单', keys: 'R', run: () => setDeciding('reject') },
        ]
      : [],
  )
  const Dialog = deciding === 'agree' ? AgreeOrderDialog : RejectOrderDialog
  return (
    <div className={narrow ? 'sr-o-phone-bar' : 'sr-o-bar'}>
      <div className="sr-o-actions" role="group" aria-label="审核">
        <Button aria-keyshortcuts="j" title="快捷键 J" onClick={() => void next()}>
          下一单
        </Button>
        {waits && (
          <>
            <Button danger aria-keyshortcuts="r" title="快捷键 R" onClick={() => setDeciding('reject')}>
              驳回
            </Button>
            <Button
              type="primary"
              aria-keyshortcuts="a"
              title="快捷键 A"
              onClick={() => setDeciding('agree')}
            >
              同意
            </Button>
          </>
        )}
      </div>
      {deciding && (
        <Dialog order={order} onDecided={() => void next()} onClosed={() => setDeciding(undefined)} />
      )}
    </div>
  )
}

function OrderToReview({ order }: { order: OrderDetail }) {
  const { data: records } = useQuery(orderRecordsQuery(order.id))
  const reveal = useOrderReveal(order.id)
  return (
    <>
      <MovedOn order={order} />
      <div className="sr-o-layout">
        <div className="sr-o-main">
          <OrderView order={order} reveal={reveal} />
        </div>
        <div className="sr-o-side sr-verify-side">
          <ReviewFacts order={order} />
          <OrderTimeline records={records?.data} />
        </div>
      </div>
    </>
  )
}

/** The order's new status, after a colleague reviewed it first. */
function MovedOn({ order }: { order: OrderDetail }) {
  const statusText = useDictionaryText('orderStatusDics')
  const { orderStatus: status, reviewerName, auditTime, rejectReason } = order
  if (orderCan.review(status)) return null
  const why = status === orderStatus.rejected && rejectReason
  const by = auditTime > 0 && [reviewerName, formatMinute(auditTime), why].filter(Boolean).join(' · ')
  return <OrderNote type="info" text={`该订单${statusText(status)}，不需要审核`} by={by || ''} />
}
