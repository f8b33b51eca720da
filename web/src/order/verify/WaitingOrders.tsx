import { moneyText } from '@showroom/contract/kernel/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../ui/EmptyState'
import { HomePanel } from '../../ui/HomePanel'
import { Cut } from '../../ui/list/table/Cut'
import { Decide, useDecisions } from './Decide'
import { addressOf } from './VerifyLink'
import { nameOf, waitedText } from './verify.labels'
import { verifyList } from './verify.fields'
import { verifyListQuery } from './verify.queries'
import '../../ui/home.css'

const filter = { ...verifyList.usual, pageCount: 10 }

/** The store's orders that wait for review, the longest waiting first, on the home page of members who only review. */
export function WaitingOrders() {
  const query = useQuery(verifyListQuery(filter))
  const { data } = query
  const { decisions, dialog } = useDecisions(data?.data)
  return (
    <>
      <HomePanel
        id="orders-waiting"
        title="订单待审核"
        whole={{
          link: { to: '/activity/order-verify', search: verifyList.searchOf(filter) },
          total: data?.total,
          unit: '单',
        }}
        rows={data?.data}
        query={query}
        empty={<EmptyState title="没有待审核的订单" hint="客户经理提交审批后会出现在这里。" />}
        render={(row) => (
          <li key={row.id} className="sr-home-row">
            <span className="sr-home-main">
              <Link
                className="sr-home-what"
                {...addressOf(row)}
                aria-label={`${row.modelDisplay}，${nameOf(row)}的订单`}
              >
                <Cut text={row.modelDisplay} />
              </Link>
              <span className="sr-home-about">
                <span>客户 {nameOf(row)}</span>
                <span>客户经理 {row.ownerName}</span>
                <span className="sr-num">{moneyText(row.totalPrice)}</span>
              </span>
            </span>
            <span className="sr-home-when">
              <span className="sr-quiet">已等 {waitedText(row.submittedAt)}</span>
              <Decide row={row} decisions={decisions} />
            </span>
          </li>
        )}
      />
      {dialog}
    </>
  )
}
