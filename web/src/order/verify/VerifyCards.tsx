import { moneyText } from '@showroom/contract/kernel/money'
import { onTheWay } from '@showroom/contract/order/verify.rules'
import type { VerifyRow } from '@showroom/contract/order/verify.schema'
import { formatMinute } from '../../ui/day'
import { Cards } from '../../ui/list/Cards'
import type { ShownRows } from '../../ui/list/table/waiting'
import { OrderStatus } from '../OrderStatus'
import { CarStep, DeliverDay, Model } from './columns'
import { Decide, type Decisions } from './Decide'
import { OrderAlerts } from './OrderAlerts'
import { nameOf, waitedText } from './verify.labels'
import { VerifyLink } from './VerifyLink'

/** Both lists on narrow screens: one card per order. */
export const VerifyCards = ({
  decisions,
  ...rows
}: ShownRows<VerifyRow> & { decisions?: Decisions | undefined }) => (
  <Cards {...rows} idOf={({ id }) => id}>
    {(row) => (
      <article className="sr-card" aria-label={nameOf(row)}>
        <span className="sr-card-line">
          <VerifyLink row={row} />
          <OrderStatus status={row.status} />
          <span className="sr-card-end sr-num">{row.customerPhone}</span>
        </span>
        <Model row={row} />
        <span className="sr-card-line">
          <span className="sr-num">{moneyText(row.totalPrice)}</span>
          <span className="sr-quiet sr-num">定金{moneyText(row.paymentDown)}</span>
          <span className="sr-card-end">
            <span className="sr-cut">{row.ownerName}</span>
          </span>
        </span>
        <span className="sr-card-line sr-quiet">
          <time className="sr-num">{formatMinute(row.createdAt)}</time>
          <span className="sr-card-end">
            {row.reviewedAt === 0 && row.submittedAt > 0
              ? `已等待${waitedText(row.submittedAt)}`
              : row.deliverDate > 0 && (
                  <>
                    预计交车 <DeliverDay row={row} />
                  </>
                )}
          </span>
        </span>
        {onTheWay.includes(row.status) && (
          <span className="sr-card-line">
            <CarStep row={row} />
          </span>
        )}
        {row.vins.length > 0 && <span className="sr-num">车架号 {row.vins.join('、')}</span>}
        <OrderAlerts alerts={row.alerts} />
        <Decide row={row} decisions={decisions} />
      </article>
    )}
  </Cards>
)
