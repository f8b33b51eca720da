import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LevelChip } from '../customer/public'
import { EmptyState } from '../ui/EmptyState'
import { HomePanel } from '../ui/HomePanel'
import { Decide } from './Decide'
import { reviewList } from './review.fields'
import { nameOf } from './review.labels'
import { reviewListQuery } from './review.queries'
import { useDecisions } from './useDecisions'
import '../ui/home.css'

const filter = { ...reviewList.usual, pageCount: 10 }

/** The store's waiting defeat requests, on the home page of members who only review. */
export function WaitingDefeats() {
  const query = useQuery(reviewListQuery(filter))
  const { data } = query
  const { decisions, dialogs } = useDecisions(data?.data)
  return (
    <>
      <HomePanel
        id="defeats-waiting"
        title="战败待审核"
        whole={{
          link: { to: '/activity/fail-verify', search: reviewList.searchOf(filter) },
          total: data?.total,
          unit: '条',
        }}
        rows={data?.data}
        query={query}
        empty={<EmptyState title="没有待审核的战败申请" hint="客户经理申请战败后会出现在这里。" />}
        render={(row) => (
          <li key={row.requestId} className="sr-home-row">
            <span className="sr-home-main">
              <span className="sr-home-who">
                <Link
                  className="sr-home-what"
                  to="/customer/detail/$customerId"
                  params={{ customerId: String(row.customerId) }}
                >
                  {nameOf(row)}
                </Link>
                <LevelChip level={row.level} />
              </span>
              <span className="sr-home-about">
                <span className="sr-num">{row.mobile}</span>
                <span>客户经理 {row.ownerName}</span>
                <span>{row.reason}</span>
              </span>
            </span>
            <span className="sr-home-when">
              <time className="sr-quiet sr-num">{row.dateDisplay}</time>
              <Decide row={row} decisions={decisions} />
            </span>
          </li>
        )}
      />
      {dialogs}
    </>
  )
}
