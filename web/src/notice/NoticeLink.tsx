import { fixedPageOf, noticeKind, orderPageOf } from '@showroom/contract/notice/notice.rules'
import { noticesAtOnce } from '@showroom/contract/notice/notice.schema'
import type { Notice } from '@showroom/contract/notice/notice.schema'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMayEnter } from '../frame/areas'
import type { Gathered } from './gather'
import { useReadNotices } from './notice.queries'

const aboutLeads: ReadonlySet<number> = new Set([
  noticeKind.leadAssigned,
  noticeKind.repeatLead,
  noticeKind.leadWaiting,
  noticeKind.leadsArrived,
])

/** Search of the lead page: the one lead, overdue leads, or all waiting ones. */
const leadSearchOf = ({ clueId, kind }: Notice): { clue?: number; lt?: number } =>
  clueId ? { clue: clueId } : kind === noticeKind.leadWaiting ? { lt: 1 } : {}

interface NoticeLinkProps extends Gathered {
  className: string
  /** Called when the reader follows the link. */
  onGone: () => void
  children: ReactNode
}

/** Opens the subject of equal notices, and marks them as read; ones without a subject are only marked. */
export function NoticeLink({ notice, ids, className, onGone, children }: NoticeLinkProps) {
  const { mutate } = useReadNotices()
  const order = orderPageOf(notice)
  const mayEnter = useMayEnter(order?.to ?? '/dashboard/index')
  const mayList = useMayEnter('/order/index')
  const read = (): void => {
    if (!notice.isRead) mutate({ ids: ids.slice(0, noticesAtOnce) })
  }
  const go = (): void => {
    read()
    onGone()
  }
  // Notices about several leads link to the waiting list.
  if (notice.clueId || (aboutLeads.has(notice.kind) && !notice.customerId))
    return (
      <Link to="/activity/clue-clear" search={leadSearchOf(notice)} className={className} onClick={go}>
        {children}
      </Link>
    )
  // Without access to orders the notice links to the customer instead.
  if (order && (mayEnter || mayList))
    return (
      <Link {...(mayEnter ? order : { to: '/order/index' })} className={className} onClick={go}>
        {children}
      </Link>
    )
  if (notice.customerId)
    return (
      <Link
        to="/customer/detail/$customerId"
        params={{ customerId: String(notice.customerId) }}
        search={notice.kind === noticeKind.mentioned ? { note: notice.createdAt } : {}}
        className={className}
        onClick={go}
      >
        {children}
      </Link>
    )
  const page = fixedPageOf(notice.kind)
  if (page)
    return (
      <Link to={page} className={className} onClick={go}>
        {children}
      </Link>
    )
  return (
    <button type="button" className={className} onClick={read}>
      {children}
    </button>
  )
}
