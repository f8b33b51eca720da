import type { NumberLink as Target, RowsPart } from '@showroom/contract/report/report.links'
import { leadTab } from '@showroom/contract/lead/lead.rules'
import { reviewTab } from '@showroom/contract/review/review.rules'
import { Link } from '@tanstack/react-router'
import { customerList } from '../customer/public'
import { leadList } from '../lead/public'
import { orderList } from '../order/public'
import { reviewList } from '../review/public'
import { withCommas } from '../ui/withCommas'
import './report.css'

interface NumberLinkProps {
  count: number
  /** Subject and measure of the number: 张伟，到店. */
  label: string
  target: Target
  /** The days in the list's address format. */
  days: string
  onRows: (rows: RowsPart) => void
}

/** A number that opens its rows; 0 has none to open. */
export function NumberLink({ count, label, target, days, onRows }: NumberLinkProps) {
  const text = withCommas(count)
  if (count === 0) return <span className="sr-report-none">0</span>
  const name = { 'aria-label': `${label} ${text}，查看明细`, className: 'sr-report-number sr-as-text' }
  const { list, filter } = target
  if (list === 'rows')
    return (
      <button type="button" {...name} onClick={() => onRows(filter)}>
        {text}
      </button>
    )
  if (list === 'customer')
    return (
      <Link
        {...name}
        to="/customer/list"
        search={customerList.searchOf({ ...customerList.usual, ...filter, createdDate: days })}
      >
        {text}
      </Link>
    )
  if (list === 'order')
    return (
      <Link
        {...name}
        to="/order/index"
        search={orderList.searchOf({ ...orderList.usual, createdDate: '', ...filter, countedDate: days })}
      >
        {text}
      </Link>
    )
  if (list === 'review') {
    const finished = { ...reviewList.usual, type: reviewTab.finished, ...filter, followDate: days }
    return (
      <Link {...name} to="/activity/fail-verify" search={reviewList.searchOf(finished)}>
        {text}
      </Link>
    )
  }
  const all = { ...leadList.usual, activityType: leadTab.all, ...filter, createdDate: days }
  return (
    <Link {...name} to="/activity/clue-clear" search={leadList.searchOf(all)}>
      {text}
    </Link>
  )
}
